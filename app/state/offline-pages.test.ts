import { expect, test } from 'vitest'
import { returnPathFrom, isPrivatePath, offlinePath } from './offline-pages.ts'

test.each(['/account', '/api/lists', '/order-success', '/order-failed', '/login', '/newsletter/confirm'])(
  '%s is private',
  (path) => expect(isPrivatePath(path)).toBe(true),
)
test.each(['/', '/cart', '/wishlist', '/rings/801', '/blog/1', '/accounting'])('%s is public', (path) =>
  expect(isPrivatePath(path)).toBe(false),
)

test('the offline page gets the requested path, with filters and Hindi', () => {
  const path = '/allproducts?q=झुमका&x=1'
  expect(returnPathFrom(new URL(offlinePath('/offline', path), 'http://shop.example').hash)).toBe(path)
})

test.each([
  '',
  '#main',
  '#to=',
  '#to=https://other.example',
  '#to=//other.example',
  '#to=%2F%5Cother',
  '#to=%',
])('“%s” holds no path', (fragment) => expect(returnPathFrom(fragment)).toBeNull())
