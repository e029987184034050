/**
 * Keeps the lists of a signed-in person the same in every tab and on every device: sends what is unsent, takes what
 * the server has. Runs after each change, when the page is looked at again and when the connection is back.
 */
import { CHANGES_PER_CALL_MAX, changeLists, readLists } from '#contract/lists.ts'
import { listOwnerStore, applyServerLists } from './lists.ts'
import { logError } from './log.ts'
import { callAuthenticated, subscribeToSession, signedInUser } from './session.ts'
import { removePendingChanges, pendingChanges, type PendingChange } from './pending-changes.ts'

/** Called once per page. Returns the way to stop. */
export function startSync(): () => void {
  const sync = () => void syncLists()
  const syncInView = () => {
    if (document.visibilityState === 'visible') sync()
  }
  // Hidden tabs leave it to the one in which the person acts.
  const onUnsent = () => {
    if (pendingChanges.get().length > 0) syncInView()
  }
  const stopWatching = [pendingChanges.subscribe(onUnsent), subscribeToSession(sync)]
  window.addEventListener('online', sync)
  document.addEventListener('visibilitychange', syncInView)
  sync()
  return () => {
    for (const stop of stopWatching) stop()
    window.removeEventListener('online', sync)
    document.removeEventListener('visibilitychange', syncInView)
    clearTimeout(laterTimer)
  }
}

let running: Promise<void> | null = null
let again = false

/** One conversation with the server at a time; asked for again during one, it converses once more. Never rejects. */
export function syncLists(): Promise<void> {
  again = true
  running ??= syncUntilIdle().finally(() => {
    running = null
  })
  return running
}

async function syncUntilIdle(): Promise<void> {
  while (again) {
    again = false
    await withTabLock(syncOnce)
  }
}

/** Two tabs at once would each lay an answer of its own over the other's, the older one last. */
async function withTabLock(work: () => Promise<void>): Promise<void> {
  // Absent on a page that is not served securely.
  const locks: LockManager | undefined = navigator.locks
  await (locks ? locks.request('lists', work) : work())
}

const BATCH_ALONE = 1
let batchMax = CHANGES_PER_CALL_MAX

async function syncOnce(): Promise<void> {
  const owner = listOwnerStore.get()
  // Between two people's sign-ins, lists and session may belong to different ones for a moment.
  if (owner === null || owner !== signedInUser()?.id || !navigator.onLine) return
  const waiting = pendingChanges.get().filter((change) => change.owner === owner)
  const changes = waiting.slice(0, batchMax)
  const called =
    changes.length === 0
      ? await callAuthenticated(readLists)
      : await callAuthenticated(changeLists, { body: { changes: changes.map(toRequest) } })
  if (listOwnerStore.get() !== owner) return
  const sent = new Set(changes.map((change) => change.id))
  if (called.ok) {
    failedAttempts = 0
    applyServerLists(called.answer, sent)
    if (waiting.length > changes.length) again = true
    else batchMax = CHANGES_PER_CALL_MAX
    return
  }
  logError('Cart and wishlist could not be saved or loaded', called)
  if (called.status === 400 && changes.length > 0) {
    // One change that the server refuses as malformed would block those around it for ever.
    if (changes.length === 1) removePendingChanges(sent)
    batchMax = BATCH_ALONE
    again = true
  } else if (called.status === 0 || called.status >= 500 || called.status === 429) scheduleRetry()
}

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 300_000
let failedAttempts = 0
let laterTimer: ReturnType<typeof setTimeout> | undefined

/** For trouble whose end no event of the browser announces: the server's, and a line that is weak but not away. */
function scheduleRetry(): void {
  clearTimeout(laterTimer)
  laterTimer = setTimeout(
    () => void syncLists(),
    Math.min(FIRST_WAIT_MS * 2 ** failedAttempts, LONGEST_WAIT_MS),
  )
  failedAttempts += 1
}

/** The contract speaks of plain arrays. */
function toRequest({ id, ...entry }: PendingChange) {
  if (entry.list === 'wishlist')
    return entry.change.do === 'merge'
      ? { id, list: entry.list, change: { ...entry.change, products: [...entry.change.products] } }
      : { id, list: entry.list, change: entry.change }
  return entry.change.do === 'merge'
    ? { id, list: entry.list, change: { ...entry.change, lines: [...entry.change.lines] } }
    : { id, list: entry.list, change: entry.change }
}
