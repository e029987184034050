import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countViews } from './start-page.ts'

const scripts: EventTarget[] = []

beforeEach(() => {
  scripts.length = 0
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('document', {
    querySelector: () => scripts[0] ?? null,
    createElement: () => Object.assign(new EventTarget(), { dataset: {} }),
    head: { append: (script: EventTarget) => scripts.push(script) },
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// Shows D36.analytics
test('one script counts page views, and only where an address is configured', () => {
  countViews()
  expect(scripts).toEqual([])
  vi.stubEnv('VITE_ANALYTICS_URL', 'https://views.example/count.js')
  countViews()
  countViews()
  expect(scripts).toEqual([expect.objectContaining({ src: 'https://views.example/count.js', defer: true })])
})

test('does not count a page opened from an email link', () => {
  vi.stubEnv('VITE_ANALYTICS_URL', 'https://views.example/count.js')
  vi.stubGlobal('location', { search: '?token=only-the-owner-of-the-mailbox-knows' })
  countViews()
  expect(scripts).toEqual([])
})

// Shows 7.analytics
test('only logs a script that fails to load', () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.stubEnv('VITE_ANALYTICS_URL', 'https://views.example/count.js')
  countViews()
  scripts[0]?.dispatchEvent(new Event('error'))
  expect(logged).toHaveBeenCalledExactlyOnceWith('Analytics could not be loaded')
})
