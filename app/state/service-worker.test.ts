import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SKIP_WAITING } from './service-worker-messages.ts'

/** A worker that says of which build it is, and notes what it is told. */
class Worker extends EventTarget {
  readonly told: unknown[] = []
  state = 'installed'
  readonly build: string
  constructor(build: string) {
    super()
    this.build = build
  }
  postMessage(words: unknown, [port]: readonly MessagePort[] = []): void {
    this.told.push(words)
    port?.postMessage(this.build)
  }
}

class Registration extends EventTarget {
  waiting: Worker | null = null
  installing: Worker | null = null
  /** What the server has, beside what waits. */
  onServer: Worker | null = null
  async update(): Promise<void> {
    this.installing = this.onServer
    if (this.onServer) this.dispatchEvent(new Event('updatefound'))
  }
  installed(worker: Worker): void {
    this.installing = null
    this.waiting = worker
    worker.dispatchEvent(new Event('statechange'))
  }
}

let registration: Registration
const onNewer = vi.fn()
let stop = () => {}

/** The worker's side of a page of this build. */
async function openPage(build: string): Promise<void> {
  vi.stubEnv('VITE_BUILD_ID', build)
  const { startWorker } = await import('./service-worker.ts')
  stop = startWorker(onNewer)
}

beforeEach(() => {
  vi.resetModules()
  registration = new Registration()
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: new Worker('the first'),
      register: async () => registration,
      getRegistration: async () => registration,
    },
  })
})
afterEach(() => {
  stop()
  onNewer.mockReset()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('a newer shop that waits is told of', async () => {
  registration.waiting = new Worker('the second')
  await openPage('the first')
  await vi.waitFor(() => expect(onNewer).toHaveBeenCalledOnce())
})

test('a worker of the page’s own build begins at once', async () => {
  const waiting = new Worker('the second')
  registration.waiting = waiting
  await openPage('the second')
  await vi.waitFor(() => expect(waiting.told).toContain(SKIP_WAITING))
  expect(onNewer).not.toHaveBeenCalled()
})

test('a worker older than the page is not offered as newer: the one of the page replaces it', async () => {
  const [older, own] = [new Worker('the second'), new Worker('the third')]
  registration.waiting = older
  registration.onServer = own
  await openPage('the third')
  await vi.waitFor(() => expect(registration.installing).toBe(own))
  registration.installed(own)
  await vi.waitFor(() => expect(own.told).toContain(SKIP_WAITING))
  expect([older.told, onNewer.mock.calls]).toEqual([[], []])
})
