/**
 * `npm run shots`: every screen and state in six windows, light and dark, with forced colours, with large text and in
 * print, into `shots/`, with `shots/index.html` to compare them. `npm run shots -- cart` takes matching names; options
 * (`--workers=1`) go to Playwright.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, print, secondsSince } from './console.ts'
import { indexPage } from './shots/index-page.ts'
import { SHOTS } from './shots/views.ts'
import { buildWhereNeeded } from './site/build.ts'
import { installBrowser } from './testing/machine.ts'

const args = process.argv.slice(2)
const names = args.filter((arg) => !arg.startsWith('-'))
const options = args.filter((arg) => arg.startsWith('-'))

await buildWhereNeeded()
await installBrowser()
const startedAt = performance.now()
const { code } = await run(
  'playwright',
  [
    'test',
    '--config',
    'scripts/shots/playwright.config.ts',
    ...(names.length > 0 ? ['--grep', names.join('|')] : []),
    ...options,
  ],
  { stdio: 'inherit' },
)
writeFileSync(join(SHOTS, 'index.html'), indexPage())
print(`Taken in ${secondsSince(startedAt)}. Look at ${join(SHOTS, 'index.html')}`)
process.exitCode = code
