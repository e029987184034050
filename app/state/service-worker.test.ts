import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SKIP_WAITING } from './service-worker-messages.ts'

/** A worker that reports its build and records messages. */
class Worker extends EventTarget {
  readonly messages: unknown[] = []
  state = 'installed'
  readonly build: string
  constructor(build: string) {
    super()
    this.build = build
  }
  postMessage(message: unknown, [port]: readonly MessagePort[] = []): void {
    this.messages.push(message)
    port?.postMessage(this.build)
  }
}

class Registration extends EventTarget {
  waiting: Worker | null = null
  installing: Worker | null = null
  /** The worker that an update finds. */
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

test('reports a waiting worker of a newer build', async () => {
  registration.waiting = new Worker('the second')
  await openPage('the first')
  await vi.waitFor(() => expect(onNewer).toHaveBeenCalledOnce())
})

test('activates a worker of the page’s own build at once', async () => {
  const waiting = new Worker('the second')
  registration.waiting = waiting
  await openPage('the second')
  await vi.waitFor(() => expect(waiting.messages).toContain(SKIP_WAITING))
  expect(onNewer).not.toHaveBeenCalled()
})

test('replaces a waiting worker older than the page instead of reporting it as newer', async () => {
  const [older, own] = [new Worker('the second'), new Worker('the third')]
  registration.waiting = older
  registration.onServer = own
  await openPage('the third')
  await vi.waitFor(() => expect(registration.installing).toBe(own))
  registration.installed(own)
  await vi.waitFor(() => expect(own.messages).toContain(SKIP_WAITING))
  expect([older.messages, onNewer.mock.calls]).toEqual([[], []])
})
