/** Runs Vite for everything built in addition to the pages. */
import type { InlineConfig } from 'vite'
import { ROOT } from '../console.ts'

export async function bundle(config: InlineConfig): Promise<void> {
  const { build } = await import('vite')
  const mode = process.env.NODE_ENV
  await build({ configFile: false, root: ROOT, logLevel: 'warn', publicDir: false, ...config })
  // Vite sets NODE_ENV, and with `npm start` this process becomes the server.
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
}
