/** Whether `/` focuses the search. WCAG 2.1.4 requires that single-character shortcuts can be turned off. */
import { createStoredStore } from '#app/state/store.ts'

export const searchKey = createStoredStore('searchKey', true, (found) => found !== false)
