/** `npm run conformance`: writes docs/conformance.md. */
import { writeFileSync } from 'node:fs'
import { DOCUMENT, documentFor } from './conformance/document.ts'
import { testReferences } from './conformance/test-references.ts'
import { CHAPTERS } from './conformance/requirements.ts'
import { print } from './console.ts'

const found = testReferences()
writeFileSync(DOCUMENT, documentFor(CHAPTERS, found))
const shown = new Set(found.map(({ id }) => id))
const bare = CHAPTERS.flatMap(({ requirements }) => requirements).filter(({ id }) => !shown.has(id))
print(`docs/conformance.md is written. Requirements without a test: ${bare.length}.`)
for (const { id, text } of bare) print(`  ${id}: ${text}`)
