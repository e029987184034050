/**
 * `npm run dev`: pages with reload by Vite, and the server, which restarts when its files change. The browser sees one
 * address: Vite proxies /api to the server.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { ROOT, print } from './console.ts'
import { readSettingsFile } from './settings-file.ts'

readSettingsFile()
const port = Number(process.env.PORT || 3000)
const sandboxPort = Number(process.env.SANDBOX_PORT || port + 1)
const serverPort = sandboxPort + 1
const siteUrl = process.env.SITE_URL || `http://localhost:${port}`

const SERVER_FOLDERS = ['server', 'domain', 'contract', 'sandbox']
/** Editors write a file in several steps. */
const SETTLED_AFTER_MS = 150

let server = startServer()
let settled: NodeJS.Timeout | undefined
for (const folder of SERVER_FOLDERS)
  watch(join(ROOT, folder), { recursive: true }, (_, file) => {
    if (!file || !/\.(?:ts|sql|json|js|css)$/.test(file) || file.endsWith('.test.ts')) return
    clearTimeout(settled)
    settled = setTimeout(() => void restartServer(file), SETTLED_AFTER_MS)
  })

process.env.VITE_SITE_URL = siteUrl
const vite = await createServer({
  root: ROOT,
  server: {
    port,
    strictPort: true,
    proxy: {
      '^/(?:api/|healthz$|readyz$)': { target: `http://127.0.0.1:${serverPort}`, xfwd: true },
    },
  },
})
await vite.listen()
print(`Pages with reload: ${siteUrl}`)

let isClosing = false
process.on('SIGINT', close)
process.on('SIGTERM', close)

function startServer(): ChildProcess {
  const child = spawn(process.execPath, ['server/index.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(serverPort),
      SANDBOX_PORT: String(sandboxPort),
      SITE_URL: siteUrl,
      SERVE_PAGES: 'false',
      // Vite prints the address for the browser.
      TRUST_PROXY: 'true',
    },
  })
  child.once('exit', (code) => {
    if (code) print('The server has stopped; it starts again when a file changes.')
  })
  return child
}

let isRestarting = false

/** The old server closes its database first: two must not open it at once. */
async function restartServer(file: string): Promise<void> {
  if (isRestarting) return
  isRestarting = true
  print(`${file} has changed; the server starts again.`)
  await untilExit(server)
  isRestarting = false
  if (!isClosing) server = startServer()
}

async function untilExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function close(): void {
  if (isClosing) return
  isClosing = true
  void Promise.all([untilExit(server), vite.close()]).then(() => process.exit(0))
}
