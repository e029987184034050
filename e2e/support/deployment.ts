/**
 * The shop before and after a deployment, at one address of its own: what the server of the tests answers, until
 * `deploy` makes another build of it. Its scripts then have other addresses, and the old ones are gone.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const HEADERS_PASSED_ON = ['content-type', 'cache-control', 'x-build']

export interface Deployment {
  readonly url: string
  deploy(): void
  close(): Promise<void>
}

export async function openDeployment(shopUrl: string): Promise<Deployment> {
  const build = (await fetch(shopUrl)).headers.get('x-build') ?? ''
  const next = [...build].toReversed().join('')
  let isDeployed = false

  const server = createServer((request, answer) => void answerFrom(request, answer))

  async function answerFrom({ url: path = '/' }: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (path.startsWith('/assets') && isDeployed !== path.startsWith('/assets-next/')) {
      answer.writeHead(404).end()
      return
    }
    const from = await fetch(shopUrl + path.replace('/assets-next/', '/assets/'), { redirect: 'manual' })
    const ofNext = (text: string) =>
      isDeployed ? text.replaceAll(build, next).replaceAll('/assets/', '/assets-next/') : text
    const headers = HEADERS_PASSED_ON.flatMap((name) => {
      const value = from.headers.get(name)
      return value === null ? [] : [[name, ofNext(value)] as const]
    })
    const isText = /text|javascript|json/.test(from.headers.get('content-type') ?? '')
    const body = isText ? ofNext(await from.text()) : Buffer.from(await from.arrayBuffer())
    answer.writeHead(from.status, Object.fromEntries(headers)).end(body)
  }

  await new Promise<void>((resolve) => {
    server.listen(0, resolve)
  })
  // A server on a TCP port has an address with one.
  const { port } = server.address() as AddressInfo
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
