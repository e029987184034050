import { expect, test } from 'vitest'
import { returnPathFrom, isPrivatePath, offlinePath } from './offline-pages.ts'

test.each(['/account', '/api/lists', '/order-success', '/order-failed', '/login', '/newsletter/confirm'])(
  '%s is a person’s own',
  (path) => expect(isPrivatePath(path)).toBe(true),
)
test.each(['/', '/cart', '/wishlist', '/rings/801', '/blog/1', '/accounting'])('%s is everybody’s', (path) =>
  expect(isPrivatePath(path)).toBe(false),
)

test('the offline page learns where one was heading, filters and Hindi included', () => {
  const wanted = '/allproducts?q=झुमका&x=1'
  expect(returnPathFrom(new URL(offlinePath('/offline', wanted), 'http://shop.example').hash)).toBe(wanted)
})

test.each([
  '',
  '#main',
  '#to=',
  '#to=https://other.example',
  '#to=//other.example',
  '#to=%2F%5Cother',
  '#to=%',
])('“%s” leads nowhere', (fragment) => expect(returnPathFrom(fragment)).toBeNull())
