/** Bundles the desk separately from the shop, so that shoppers load none of its code. */
import tailwindcss from '@tailwindcss/vite'
import { join } from 'node:path'
import { ROOT } from '../console.ts'
import { bundle } from './bundle.ts'

const PAGE = 'app/desk/desk.html'

export async function buildDesk(client: string): Promise<void> {
  await bundle({
    logLevel: 'error',
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
}
