import { describe, expect, test, vi } from 'vitest'
import { STORAGE_KEYS, type StorageKey, type TabStorageKey } from './storage-keys.ts'
import { useBrowser } from './testing.ts'

const browser = useBrowser()

const openTab = () =>
  browser.openTab(async () => ({
    ...(await import('./browser-storage.ts')),
    ...(await import('./session.ts')),
  }))
const storageOf = (key: keyof typeof STORAGE_KEYS) =>
  STORAGE_KEYS[key].storage === 'localStorage' ? browser.storage : browser.sessionStorage
const keys = Object.keys(STORAGE_KEYS) as (keyof typeof STORAGE_KEYS)[]
const personal = keys.filter((key) => STORAGE_KEYS[key].isPersonal && !key.endsWith('/'))
const others = keys.filter((key) => !STORAGE_KEYS[key].isPersonal && key !== 'signedIn')
const create = (
  { createStorageItem }: Awaited<ReturnType<typeof openTab>>,
  key: keyof typeof STORAGE_KEYS,
) =>
  STORAGE_KEYS[key].storage === 'sessionStorage'
    ? createStorageItem<unknown>(key as TabStorageKey, null, String, { storage: 'sessionStorage' })
    : createStorageItem<unknown>(key as Exclude<StorageKey, TabStorageKey>, null, String)

describe('signing out', () => {
  test.each(personal)('clears %s on a page that has not loaded its module', async (key) => {
    storageOf(key).set(key, '"Asha"')
    const tab = await openTab()
    tab.onSignedOut()
    expect([null, '[]', undefined]).toContain(storageOf(key).get(key))
  })

  test.each(personal)('clears %s on a page that uses it', async (key) => {
    const tab = await openTab()
    const item = create(tab, key)
    item.set('Asha')
    tab.onSignedOut()
    expect(item.get()).toBeNull()
    expect(storageOf(key).has(key)).toBe(false)
  })

  test('clears pending changes', async () => {
    browser.storage.set('listsPending/000000000000001/a', JSON.stringify({ id: 'a', userId: 'asha' }))
    const tab = await openTab()
    tab.onSignedOut()
    expect([...browser.storage.keys()].filter((key) => key.startsWith('listsPending/'))).toEqual([])
  })

  test.each(others)('keeps %s', async (key) => {
    storageOf(key).set(key, '1')
    const tab = await openTab()
    tab.onSignedOut()
    expect(storageOf(key).get(key)).toBe('1')
  })

  test.each(personal.filter((key) => STORAGE_KEYS[key].storage === 'sessionStorage'))(
    'in another tab clears %s of this one',
    async (key) => {
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
      const tab = await openTab()
      tab.onSignedIn({ id: 'asha', name: 'Asha', email: 'asha@example.in' })
      const stop = tab.startSession()
      const item = create(tab, key)
      item.set('Asha')
      const other = await openTab()
      other.onSignedOut()
      item.set('Asha')
      browser.deliver()
      expect(item.get()).toBeNull()
      stop()
    },
  )
})
