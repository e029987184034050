/** Which test shows which requirement, read from the comments above the tests. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../console.ts'
import { filesUnder } from '../site/files.ts'

export interface TestReference {
  /** The id of the requirement. */
  readonly id: string
  readonly file: string
  /** As named in the test report; table tests keep their placeholders. Null if no test follows. */
  readonly test: string | null
}

const FOLDERS = ['domain', 'contract', 'app', 'server', 'sandbox', 'scripts', 'e2e']

export function testReferences(): readonly TestReference[] {
  return FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder)))
    .filter((file) => /\.(?:test|e2e)\.tsx?$/.test(file))
    .flatMap((file) => testReferencesIn(readFileSync(file, 'utf8'), relative(ROOT, file)))
}

const COMMENT = /^[ \t]*\/\/ Shows (.+)\n/gm
const PLAIN = /^\s*(?:test|it|describe)\(\s*(['`])(.+?)\1,/s
/** The rows of a table precede its title. */
const TABLE = /^\s*(?:test|it|describe)\.each.*?\)\(\s*(['`])(.+?)\1,/s

export function testReferencesIn(text: string, file: string): readonly TestReference[] {
  return [...text.matchAll(COMMENT)].flatMap((comment) => {
    const test = titleAfter(text.slice(comment.index + comment[0].length))
    const ids = (comment[1] ?? '').split(/,\s*/).filter((id) => id !== '')
    return ids.map((id) => ({ id, file, test }))
  })
}

function titleAfter(text: string): string | null {
  // Further comments may be in between.
  const code = text.replace(/^(?:\s*\/\/.*\n)+/, '')
  const found = PLAIN.exec(code) ?? TABLE.exec(code)
  return found?.[2] ?? null
}
