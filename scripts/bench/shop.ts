/** The shop with its pages on a database, without its providers. */
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts, launchServer, type ServerProcess } from '#server/testing.ts'
import { ROOT } from '../console.ts'

export interface Shop {
  readonly url: string
  readonly server: ServerProcess
  stop(): Promise<unknown>
}

export async function startShop(databaseUrl: string, nodeArgs: readonly string[] = []): Promise<Shop> {
  const ports = await freePorts()
  const settings = {
    ...ports,
    SERVE_PAGES: 'true',
    DATABASE_URL: databaseUrl,
    SITE_URL: 'http://localhost:3000',
  }
  const server = launchServer(settings, { cwd: ROOT, nodeArgs })
  await server.ready
  return {
    url: `http://127.0.0.1:${ports.PORT}`,
    server,
    stop() {
      server.process.kill('SIGTERM')
      return server.exited
    },
  }
}

/** Waits until responses of the address are of the edition. */
export async function untilPublished(url: string, edition: number): Promise<void> {
  for (;;) {
    const response = await fetch(url)
    await response.arrayBuffer()
    if (response.headers.get('x-edition')?.startsWith(`${edition}.`)) return
    await wait(10)
  }
}
