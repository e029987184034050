/** One address for all instances, like a load balancer: each connection goes to an open one. */
import { connect, createServer } from 'node:net'
import { listenOnFreePort } from '#server/testing.ts'

export interface Proxy {
  readonly port: number
  /** From now on these ports are behind it. */
  leadsTo(ports: readonly number[]): void
  close(): Promise<void>
}

export async function startProxy(): Promise<Proxy> {
  let behind: readonly number[] = []
  let turn = 0
  const server = createServer((visitor) => {
    visitor.on('error', () => visitor.destroy())
    const port = behind[turn++ % behind.length]
    if (port === undefined) return visitor.destroy()
    const upstream = connect(port, '127.0.0.1')
    upstream.on('error', () => visitor.destroy())
    // A killed server drops its connections, and so does the proxy.
    upstream.on('close', () => visitor.destroy())
    visitor.on('close', () => upstream.destroy())
    upstream.pipe(visitor)
    visitor.pipe(upstream)
  })
  const port = await listenOnFreePort(server)
  return {
    port,
    leadsTo(ports) {
      behind = ports
    },
    async close() {
      server.close()
    },
  }
}
