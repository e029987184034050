/**
 * `npm run dev`: the pages with reload by Vite, and beside it the server, which starts again when its files change. The
 * browser sees one address: Vite hands /api on to the server.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { readSettingsFile } from './site/make.ts'
import { ROOT, say } from './console.ts'

readSettingsFile()
const port = Number(process.env.PORT || 3000)
const sandboxPort = Number(process.env.SANDBOX_PORT || port + 1)
const serverPort = sandboxPort + 1
const siteUrl = process.env.SITE_URL || `http://localhost:${port}`

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/index.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(serverPort),
    SANDBOX_PORT: String(sandboxPort),
    SITE_URL: siteUrl,
    SERVE_PAGES: 'false',
    // The last address is that of the browser, as Vite notes it.
    TRUST_PROXY: 'true',
  },
})

process.env.VITE_SITE_URL = siteUrl
const vite = await createServer({
  root: ROOT,
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/healthz', '/readyz'].map((path) => [
        path,
        { target: `http://127.0.0.1:${serverPort}`, xfwd: true },
      ]),
    ),
  },
})
await vite.listen()
say(`Pages with reload: ${siteUrl} (the server behind them listens on ${serverPort}).`)

let isClosing = false
const close = (): void => {
  if (isClosing) return
  isClosing = true
  server.kill('SIGTERM')
  void vite.close()
}
process.on('SIGINT', close)
process.on('SIGTERM', close)
server.once('exit', (code) => {
  close()
  process.exitCode = code ?? 0
})
