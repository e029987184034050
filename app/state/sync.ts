/**
 * Keeps the lists of a signed-in user equal in every tab and on every device: sends pending changes, applies the
 * server's lists. Runs after each change, when the page becomes visible and when the connection returns.
 */
import { CHANGES_PER_CALL_MAX, changeLists, readLists } from '#contract/lists.ts'
import { backOffMs, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { applyServerLists } from './account-lists.ts'
import { listsUserIdStore } from './lists.ts'
import { logError } from './log.ts'
import { pendingChanges, removePendingChanges, type PendingChange } from './pending-changes.ts'
import { callAuthenticated, signedInUser, subscribeToSession } from './session.ts'

/** Called once per page. Returns a stop function. */
export function startSync(): () => void {
  const sync = () => void syncLists()
  const syncIfVisible = () => {
    if (document.visibilityState === 'visible') sync()
  }
  // A hidden tab leaves it to the tab that made the change.
  const onPendingChange = () => {
    if (pendingChanges.get().length > 0) syncIfVisible()
  }
  const unsubscribes = [pendingChanges.subscribe(onPendingChange), subscribeToSession(sync)]
  window.addEventListener('online', sync)
  document.addEventListener('visibilitychange', syncIfVisible)
  sync()
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    window.removeEventListener('online', sync)
    document.removeEventListener('visibilitychange', syncIfVisible)
    clearTimeout(retryTimer)
  }
}

let running: Promise<void> | null = null
let isAnotherSyncWanted = false

/** One sync at a time; called during one, syncs once more afterwards. Never rejects. */
export function syncLists(): Promise<void> {
  isAnotherSyncWanted = true
  running ??= syncUntilIdle().finally(() => {
    running = null
  })
  return running
}

async function syncUntilIdle(): Promise<void> {
  while (isAnotherSyncWanted) {
    isAnotherSyncWanted = false
    await withTabLock(syncOnce)
  }
}

/** With two concurrent tabs, the one with the older response could apply it last. */
async function withTabLock(work: () => Promise<void>): Promise<void> {
  // Undefined in an insecure context.
  const locks: LockManager | undefined = navigator.locks
  await (locks ? locks.request('lists', work) : work())
}

let batchMax = CHANGES_PER_CALL_MAX

async function syncOnce(): Promise<void> {
  const userId = listsUserIdStore.get()
  // While users change, lists and session may briefly belong to different ones.
  if (userId === null || userId !== signedInUser()?.id || !navigator.onLine) return
  const pending = pendingChanges.get().filter((change) => change.userId === userId)
  const changes = pending.slice(0, batchMax)
  const result =
    changes.length === 0
      ? await callAuthenticated(readLists)
      : await callAuthenticated(changeLists, { body: { changes: changes.map(toRequest) } })
  if (listsUserIdStore.get() !== userId) return
  const sent = new Set(changes.map((change) => change.id))
  if (result.ok) {
    failedAttempts = 0
    applyServerLists(result.value, sent)
    if (pending.length > changes.length) isAnotherSyncWanted = true
    else batchMax = CHANGES_PER_CALL_MAX
    return
  }
  const { error } = result
  logError('Cart and wishlist could not be saved or loaded', error)
  if (error.status === 400 && changes.length > 0) {
    // One malformed change would block the others for ever: sends each alone, and removes a rejected one.
    if (changes.length === 1) removePendingChanges(sent)
    batchMax = 1
    isAnotherSyncWanted = true
  } else if (error.status === 0 || error.status >= 500 || error.status === 429) scheduleRetry()
}

const RETRY = { firstMs: 5 * SECOND_MS, maxMs: 5 * MINUTE_MS }
let failedAttempts = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined

/** For failures whose end no browser event announces: of the server, or on a weak connection. */
function scheduleRetry(): void {
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => void syncLists(), backOffMs(RETRY, failedAttempts))
  failedAttempts += 1
}

/** The contract has mutable arrays. */
function toRequest({ id, list, change }: PendingChange) {
  if (list === 'wishlist')
    return {
      id,
      list,
      change: change.do === 'merge' ? { ...change, products: [...change.products] } : change,
    }
  return { id, list, change: change.do === 'merge' ? { ...change, lines: [...change.lines] } : change }
}
