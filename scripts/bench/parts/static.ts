/** Server cost of a page, a script and a repeated visit. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { freePort, freePorts, launchServer } from '#server/testing.ts'
import { ROOT } from '../../console.ts'
import { cpuMsOf } from '../cpu.ts'
import type { Measurement, Part } from '../part.ts'

const CONNECTIONS = 16
const WARM_UP = 1000
const REQUESTS = 5000
const RATIO_MAX = 2

export const staticFiles: Part = {
  title: 'Pages and files',
  method: `CPU of the server per request, for ${REQUESTS} requests over ${CONNECTIONS} keep-alive connections. The floor is a plain Node
server that has the same compressed bytes in memory and sends four headers with them.`,
  measure,
}

async function measure(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'swarnika-bench-'))
  const ports = await freePorts()
  const settings = { ...ports, SERVE_PAGES: 'true', DATA_DIR: folder, SITE_URL: 'http://localhost:3000' }
  const server = launchServer(settings, { cwd: ROOT })
  await server.ready
  const shopUrl = `http://127.0.0.1:${ports.PORT}`
  try {
    const script = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(shopUrl)).text())?.[0]
    if (!script) throw new Error('The home page names no script')
    const results: Measurement[] = []
    for (const path of ['/', '/rings', script]) {
      const ours = await cpuPerRequest(server.process.pid ?? 0, shopUrl + path)
      const floor = await floorOf(folder, shopUrl + path)
      results.push(measurementOf(path, ours, floor))
    }
    return results
  } finally {
    server.process.kill('SIGTERM')
    await server.exited
    rmSync(folder, { recursive: true, force: true })
  }
}

function measurementOf(path: string, ours: number, floor: number): Measurement {
  return {
    what: path.startsWith('/assets/') ? 'a script' : path,
    value: `${ours.toFixed(3)} ms`,
    floor: `${floor.toFixed(3)} ms`,
    ratio: (ours / floor).toFixed(1),
    goal: `at most ${RATIO_MAX} times the floor`,
    isReached: ours <= floor * RATIO_MAX,
  }
}

const FLOOR = `
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const [file, port] = process.argv.slice(2)
const body = readFileSync(file)
const headers = { 'content-type': 'text/html', 'content-encoding': 'br', 'content-length': body.length, etag: '"1"' }
createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(port), '127.0.0.1', () => console.log('open'))
`

async function floorOf(folder: string, url: string): Promise<number> {
  const script = join(folder, 'floor.mjs')
  const content = join(folder, 'content.br')
  const port = await freePort()
  writeFileSync(script, FLOOR)
  writeFileSync(content, await get(new Agent(), url))
  const child = spawn(process.execPath, [script, content, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve))
    return await cpuPerRequest(child.pid ?? 0, `http://127.0.0.1:${port}`)
  } finally {
    child.kill()
  }
}

async function cpuPerRequest(pid: number, url: string): Promise<number> {
  await load(url, WARM_UP)
  const before = cpuMsOf(pid)
  await load(url, REQUESTS)
  return (cpuMsOf(pid) - before) / REQUESTS
}

async function load(url: string, requests: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    for (let count = 0; count < requests / CONNECTIONS; count += 1) await get(agent, url)
  })
  await Promise.all(connections)
  agent.destroy()
}

/** Number of compressed bytes. */
function get(agent: Agent, url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks))
        else reject(new Error(`${url}: ${response.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}
