/**
 * Whether `/` opens the search. People who use speech input or have difficulty typing can turn it off, as WCAG 2.1.4
 * requires for single-character shortcuts.
 */
import { createStorageItem } from '#app/state/browser-storage.ts'

export const searchKey = createStorageItem('searchKey', true, (found) => found !== false)
