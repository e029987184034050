/** docs/conformance.md, from the requirements and the comments above tests. */
import { join } from 'node:path'
import { ROOT } from '../console.ts'
import type { TestReference } from './test-references.ts'
import { BUILT_IN, type Chapter, type Requirement } from './requirements.ts'

export const DOCUMENT = join(ROOT, 'docs/conformance.md')

const HEAD = `# Conformance

Every requirement of [requirements.md](requirements.md), where it is built, and which test shows it. This file is written
by \`npm run conformance\` from that list, from \`scripts/conformance/requirements/\` (the files) and from the comments
\`// Shows …\` above the tests. The tests fail when it is not what would be written now, and when a requirement has no
test.
`

export function documentFor(chapters: readonly Chapter[], proofs: readonly TestReference[]): string {
  const byId = Map.groupBy(proofs, ({ id }) => id)
  const parts = chapters.map(({ title, requirements }) =>
    [`## ${title}`, '', HEADER, RULE, ...requirements.map((one) => rowOf(one, byId)), ''].join('\n'),
  )
  const requirements = chapters.flatMap((chapter) => chapter.requirements).length
  const tests = new Set(proofs.map(({ file, test }) => `${file} ${test}`)).size
  return [HEAD, `${requirements} requirements, shown by ${tests} tests.\n`, ...parts].join('\n')
}

const HEADER = '| | requirement | built in | shown by |'
const RULE = '| --- | --- | --- | --- |'

function rowOf({ id, text }: Requirement, byId: ReadonlyMap<string, readonly TestReference[]>): string {
  const shown = Map.groupBy(byId.get(id) ?? [], ({ file }) => file)
  const tests = [...shown].map(
    ([file, proofs]) => `${linkTo(file)}: ${proofs.map(({ test }) => `“${cell(test ?? '')}”`).join(', ')}`,
  )
  const builtIn = (BUILT_IN[id] ?? []).map(linkTo)
  return `| \`${id}\` | ${cell(text)} | ${builtIn.join('<br>')} | ${tests.join('<br>')} |`
}

function linkTo(file: string): string {
  return `[${file}](../${file})`
}

/** A bar would end the cell; HTML and code characters would be interpreted. */
function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('`', '')
    .replaceAll('<', '&lt;')
    .replaceAll(/\s+/g, ' ')
    .replaceAll("\\'", "'")
}
