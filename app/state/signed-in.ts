/** Who signed in here, by id. It stays without a connection, so that other tabs and the header know before the server answers. */
import { createStoredStore } from './store.ts'

export const signedInStore = createStoredStore<string | null>('signedIn', null, (found) =>
  typeof found === 'string' ? found : null,
)
