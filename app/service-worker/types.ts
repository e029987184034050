/** What a service worker sees of the browser. TypeScript has it in a library that a program with pages cannot load. */

export interface LastingEvent extends Event {
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
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}
