/**
 * `npm run shots`: every screen and state at phone, tablet and desktop width, in light and dark, into `shots/`, with
 * `shots/index.html` to compare them. Arguments after `--` go to Playwright: `-- -g cart --project phone-light`.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREENS } from '../e2e/support/screens.ts'
import { run, print } from './console.ts'
import { SHOTS, shotPath } from './shots/folder.ts'
import { buildWhereNeeded } from './site/build.ts'
import { installBrowser } from './testing/machine.ts'

const PROJECTS = ['phone', 'tablet', 'desktop'].flatMap((width) => [`${width}-light`, `${width}-dark`])

await buildWhereNeeded()
await installBrowser()
const { code } = await run(
  'playwright',
  ['test', '--config', 'scripts/shots/playwright.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
writeFileSync(join(SHOTS, 'index.html'), indexPage())
print(`Look at ${join(SHOTS, 'index.html')}`)
process.exitCode = code

function indexPage(): string {
  const rows = SCREENS.map(({ name }) => {
    const pictures = PROJECTS.filter((project) => existsSync(shotPath(name, project))).map(
      (project) =>
        `<a href="${project}/${name}.jpg"><img loading="lazy" alt="${name}, ${project}" src="${project}/${name}.jpg"></a>`,
    )
    return `<h2 id="${name}">${name}</h2>\n<p>${pictures.join('\n')}</p>`
  })
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Every screen</title>
<style>body{font:16px sans-serif;margin:2rem}p{display:flex;gap:1rem;align-items:start;overflow-x:auto}img{height:32rem}</style>
<h1>Every screen</h1>
${rows.join('\n')}
</html>
`
}
