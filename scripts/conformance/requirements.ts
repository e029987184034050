/**
 * The requirements of docs/requirements.md, the only list of them. A test states which it shows in a comment above it,
 * `// Shows 2.cart.remove, 4.cart.remove`; `npm run conformance` writes docs/conformance.md.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../console.ts'
import { BEYOND } from './requirements/beyond.ts'
import { BUYING, PERSON } from './requirements/buying.ts'
import { DETAILS, LISTINGS } from './requirements/catalogue.ts'
import { DECISIONS } from './requirements/decisions.ts'
import { ENTITIES, ROLES, STATES } from './requirements/entities.ts'
import { FRAME, HOME, PURPOSE } from './requirements/frame.ts'
import type { BuiltIn } from './requirements/requirement.ts'
import { CALLS, CONSTANTS, ERRORS, VALIDATION } from './requirements/rules.ts'

export interface Requirement {
  readonly id: string
  readonly text: string
}

export interface Chapter {
  readonly title: string
  readonly requirements: readonly Requirement[]
}

export const CHAPTERS = chaptersIn(readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8'))

export const BUILT_IN: BuiltIn = {
  ...PURPOSE,
  ...FRAME,
  ...HOME,
  ...LISTINGS,
  ...DETAILS,
  ...BUYING,
  ...PERSON,
  ...ENTITIES,
  ...STATES,
  ...VALIDATION,
  ...ROLES,
  ...CALLS,
  ...ERRORS,
  ...CONSTANTS,
  ...DECISIONS,
  ...BEYOND,
}

/** A chapter is a `## ` heading; a requirement is a list item that begins with its id, `` - `2.cart.remove` … ``. */
export function chaptersIn(markdown: string): readonly Chapter[] {
  return markdown.split(/^## /m).flatMap((chapter) => {
    const requirements = [...chapter.matchAll(/^- `([^`]+)` (.+(?:\n {2}\S.*)*)/gm)].map(
      ([, id = '', text = '']) => ({ id, text: text.replaceAll(/\s+/g, ' ') }),
    )
    return requirements.length === 0 ? [] : [{ title: chapter.split('\n', 1)[0] ?? '', requirements }]
  })
}
