/**
 * Id of the user who signed in here. A hint that needs no connection: header and other tabs know it before the server
 * responds.
 */
import { createStorageItem } from './browser-storage.ts'

export const signedInStore = createStorageItem<string | null>('signedIn', null, (stored) =>
  typeof stored === 'string' ? stored : null,
)
