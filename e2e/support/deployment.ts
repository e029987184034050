/**
 * A proxy that simulates a deployment: it forwards to the test server until `deploy`; afterwards build id and script
 * URLs differ, and the old scripts respond with 404.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOnFreePort } from '#server/testing.ts'

const FORWARDED_HEADERS = ['content-type', 'cache-control', 'x-build', 'x-edition']

export interface Deployment {
  readonly url: string
  deploy(): void
  close(): Promise<void>
}

export async function openDeployment(shopUrl: string): Promise<Deployment> {
  const build = (await fetch(shopUrl)).headers.get('x-build') ?? ''
  const next = [...build].toReversed().join('')
  let isDeployed = false

  const server = createServer((request, response) => void respond(request, response))

  async function respond({ url: path = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path.startsWith('/assets') && isDeployed !== path.startsWith('/assets-next/')) {
      response.writeHead(404).end()
      return
    }
    const upstream = await fetch(shopUrl + path.replace('/assets-next/', '/assets/'), { redirect: 'manual' })
    const toNextBuild = (text: string) =>
      isDeployed ? text.replaceAll(build, next).replaceAll('/assets/', '/assets-next/') : text
    const headers = FORWARDED_HEADERS.flatMap((name) => {
      const value = upstream.headers.get(name)
      return value === null ? [] : [[name, toNextBuild(value)] as const]
    })
    const isText = /text|javascript|json/.test(upstream.headers.get('content-type') ?? '')
    const body = isText ? toNextBuild(await upstream.text()) : Buffer.from(await upstream.arrayBuffer())
    response.writeHead(upstream.status, Object.fromEntries(headers)).end(body)
  }

  const port = await listenOnFreePort(server, 'localhost')
  return {
    url: `http://localhost:${port}`,
    deploy() {
      isDeployed = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
