/** Types of TypeScript's WebWorker library, which conflicts with its DOM library. */

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface Client {
  readonly url: string
}

export interface WorkerScope {
  readonly location: Location
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Client[]>
    claim(): Promise<void>
  }
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}
