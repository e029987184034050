/**
 * Whether `/` opens the search. Who speaks to the computer or types with difficulty can turn it off, as WCAG 2.1.4
 * asks of every shortcut that is a single character.
 */
import { createStorageItem } from '#app/state/browser-storage.ts'

export const searchKey = createStorageItem('searchKey', true, (found) => found !== false)
