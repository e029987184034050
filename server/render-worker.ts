/** Runs in a thread of server/renderer.ts. Needs no header of the request: what belongs to a person is filled in by the page. */
import { workerData } from 'node:worker_threads'
import { createRequestHandler, type ServerBuild } from 'react-router'

export interface RenderedPage {
  readonly status: number
  readonly headers: [name: string, value: string][]
  readonly body: string
}

// As server/renderer.ts starts it.
const { buildUrl } = workerData as { readonly buildUrl: string }
const handle = createRequestHandler((await import(buildUrl)) as ServerBuild, 'production')

export default async function render(url: string): Promise<RenderedPage> {
  const response = await handle(new Request(url))
  return { status: response.status, headers: [...response.headers], body: await response.text() }
}
