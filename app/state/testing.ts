/**
 * A browser with several tabs. Each tab has its own instances of the modules; all share one storage, and its events
 * reach the tabs only when the test delivers them.
 */
import { afterEach, beforeEach, vi } from 'vitest'

export interface TestBrowser {
  /** Local storage. */
  readonly storage: Map<string, string>
  /** Shared by all tabs. */
  readonly sessionStorage: Map<string, string>
  /** From now on storage rejects every change. */
  rejectWrites(): void
  /** From now on storage can only be cleared, as on a full disk. */
  fill(): void
  /** Dispatches the storage events since the last call. */
  deliver(): void
  /** Runs `load`, which imports the modules under test, in a new tab. */
  openTab<Modules>(load: () => Promise<Modules>): Promise<Modules>
}

/** Each test has a new one. */
export function useBrowser(): TestBrowser {
  const browser = {} as TestBrowser
  beforeEach(() => {
    Object.assign(browser, openBrowser())
  })
  afterEach(() => vi.unstubAllGlobals())
  return browser
}

function openBrowser(): TestBrowser {
  const storage = new Map<string, string>()
  const windows: EventTarget[] = []
  let written: (string | null)[] = []
  let isRejecting = false
  let isFull = false
  const sessionStorage = new Map<string, string>()
  const write = (key: string, act: () => void) => {
    if (isRejecting) throw new DOMException('full', 'QuotaExceededError')
    act()
    written.push(key)
  }
  vi.stubGlobal('localStorage', {
    get length() {
      return storage.size
    },
    key: (index: number) => [...storage.keys()][index] ?? null,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      write(key, () => storage.set(key, text))
    },
    removeItem: (key: string) => write(key, () => storage.delete(key)),
  })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => sessionStorage.get(key) ?? null,
    setItem: (key: string, text: string) => sessionStorage.set(key, text),
    removeItem: (key: string) => sessionStorage.delete(key),
  })
  return {
    storage,
    sessionStorage,
    rejectWrites() {
      isRejecting = true
    },
    fill() {
      isFull = true
    },
    deliver() {
      const keys = written
      written = []
      for (const window of windows)
        for (const key of keys) window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
    async openTab(load) {
      vi.resetModules()
      const window = new EventTarget()
      windows.push(window)
      vi.stubGlobal('window', window)
      vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
      return load()
    },
  }
}
