/**
 * Keeps the lists of a signed-in person the same in every tab and on every device: sends what is unsent, takes what
 * the server has. Runs after each change, when the page is looked at again and when the connection is back.
 */
import { CHANGES_PER_CALL_MAX, changeLists, readLists } from '#contract/lists.ts'
import { call } from '#app/api.ts'
import { ownerStore, takeServerLists, unsentStore, type UnsentChange } from './lists.ts'
import { bearerToken } from './session.ts'

/** Called once per page. Returns the way to stop. */
export function startSync(): () => void {
  const sync = () => void syncLists()
  const onLook = () => {
    if (document.visibilityState === 'visible') sync()
  }
  const onUnsent = () => {
    if (unsentStore.get().length > 0) sync()
  }
  const stopWatching = [unsentStore.subscribe(onUnsent), ownerStore.subscribe(sync)]
  window.addEventListener('online', sync)
  document.addEventListener('visibilitychange', onLook)
  sync()
  return () => {
    for (const stop of stopWatching) stop()
    window.removeEventListener('online', sync)
    document.removeEventListener('visibilitychange', onLook)
  }
}

let running: Promise<void> | null = null
let again = false

/** One conversation with the server at a time in this tab; tabs may overlap, since the server applies each change once. */
export function syncLists(): Promise<void> {
  if (running) {
    again = true
    return running
  }
  running = converse().finally(() => {
    running = null
    if (!again) return
    again = false
    void syncLists()
  })
  return running
}

async function converse(): Promise<void> {
  const owner = ownerStore.get()
  if (owner === null || !navigator.onLine) return
  const token = await bearerToken()
  if (token === null) return
  const changes = unsentStore.get().slice(0, CHANGES_PER_CALL_MAX)
  const called =
    changes.length === 0
      ? await call(readLists, { token })
      : await call(changeLists, { token, body: { changes: changes.map(asSent) } })
  if (ownerStore.get() !== owner) return
  const sent = new Set(changes.map((change) => change.id))
  if (called.ok) takeServerLists(called.answer, sent)
  // A change that the server refuses as malformed would block those behind it for ever.
  else if (called.status === 400) unsentStore.set(unsentStore.get().filter((change) => !sent.has(change.id)))
}

/** The contract speaks of plain arrays. */
function asSent(entry: UnsentChange) {
  if (entry.list === 'wishlist')
    return entry.change.do === 'merge'
      ? { ...entry, change: { ...entry.change, products: [...entry.change.products] } }
      : { ...entry, change: entry.change }
  return entry.change.do === 'merge'
    ? { ...entry, change: { ...entry.change, lines: [...entry.change.lines] } }
    : { ...entry, change: entry.change }
}
