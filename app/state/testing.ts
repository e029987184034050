/**
 * A browser with several tabs for tests of what lies in storage: each tab has the modules for itself, all share one
 * local storage, and news of a change reaches the other tabs only when the test delivers it.
 */
import { vi } from 'vitest'

export interface TestBrowser {
  readonly storage: Map<string, string>
  /** From now on storage refuses to write, as a full disk does. */
  refuseWrites(): void
  /** Tells the tabs what was written since the last time. */
  deliver(): void
  /** Runs `load` (imports of the modules under test) as a new tab would. */
  openTab<Modules>(load: () => Promise<Modules>): Promise<Modules>
}

export function openBrowser(): TestBrowser {
  const storage = new Map<string, string>()
  const windows: EventTarget[] = []
  let written: (string | null)[] = []
  let isRefusing = false
  const write = (key: string, act: () => void) => {
    if (isRefusing) throw new DOMException('full', 'QuotaExceededError')
    act()
    written.push(key)
  }
  vi.stubGlobal('localStorage', {
    get length() {
      return storage.size
    },
    key: (index: number) => [...storage.keys()][index] ?? null,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => write(key, () => storage.set(key, text)),
    removeItem: (key: string) => write(key, () => storage.delete(key)),
  })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  return {
    storage,
    refuseWrites() {
      isRefusing = true
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
