/** Bundles the desk apart from the shop, so that no byte of it reaches a shopper. */
import tailwindcss from '@tailwindcss/vite'
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from '../console.ts'

const PAGE = 'app/desk/desk.html'

export async function buildDesk(client: string): Promise<void> {
  const mode = process.env.NODE_ENV
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    plugins: [tailwindcss()],
    build: {
      outDir: client,
      emptyOutDir: false,
      assetsDir: 'desk-assets',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: join(ROOT, PAGE) },
    },
  })
  // Vite sets NODE_ENV, and with `npm start` this process becomes the server.
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
}
