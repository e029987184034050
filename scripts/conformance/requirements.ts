/**
 * What the specification and the decisions on it ask of the shop, sentence by sentence. A test says which of them it
 * shows by a comment above it, `// Shows 2.cart.remove, 4.cart.remove`; `npm run conformance` writes the list with its
 * tests into docs/conformance.md.
 */
import { BEYOND } from './requirements/beyond.ts'
import { BUYING, PERSON } from './requirements/buying.ts'
import { DETAILS, LISTINGS } from './requirements/catalogue.ts'
import { DECISIONS } from './requirements/decisions.ts'
import { ENTITIES, ROLES, STATES } from './requirements/entities.ts'
import { FRAME, HOME, PURPOSE } from './requirements/frame.ts'
import type { Chapter } from './requirements/requirement.ts'
import { CALLS, CONSTANTS, ERRORS, VALIDATION } from './requirements/rules.ts'

export const CHAPTERS: readonly Chapter[] = [
  PURPOSE,
  FRAME,
  HOME,
  LISTINGS,
  DETAILS,
  BUYING,
  PERSON,
  ENTITIES,
  STATES,
  VALIDATION,
  ROLES,
  CALLS,
  ERRORS,
  CONSTANTS,
  DECISIONS,
  BEYOND,
]
