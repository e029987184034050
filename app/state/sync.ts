/**
 * Keeps the lists of a signed-in person the same in every tab and on every device: sends what is unsent, takes what
 * the server has. Runs after each change, when the page is looked at again and when the connection is back.
 */
import { CHANGES_PER_CALL_MAX, changeLists, readLists } from '#contract/lists.ts'
import { ownerStore, takeServerLists } from './lists.ts'
import { logTrouble } from './log.ts'
import { callSignedIn, onSession, signedInUser } from './session.ts'
import { removeUnsent, unsent, type UnsentChange } from './unsent.ts'

/** Called once per page. Returns the way to stop. */
export function startSync(): () => void {
  const sync = () => void syncLists()
  const syncInView = () => {
    if (document.visibilityState === 'visible') sync()
  }
  // Hidden tabs leave it to the one in which the person acts.
  const onUnsent = () => {
    if (unsent.get().length > 0) syncInView()
  }
  const stopWatching = [unsent.subscribe(onUnsent), onSession(sync)]
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
  running ??= converseUntilDone().finally(() => {
    running = null
  })
  return running
}

async function converseUntilDone(): Promise<void> {
  while (again) {
    again = false
    await aloneInBrowser(converse)
  }
}

/** Two tabs at once would each lay an answer of its own over the other's, the older one last. */
async function aloneInBrowser(work: () => Promise<void>): Promise<void> {
  // Absent on a page that is not served securely.
  const locks: LockManager | undefined = navigator.locks
  await (locks ? locks.request('lists', work) : work())
}

const BATCH_ALONE = 1
let batchMax = CHANGES_PER_CALL_MAX

async function converse(): Promise<void> {
  const owner = ownerStore.latest()
  // Between two people's sign-ins, lists and session may belong to different ones for a moment.
  if (owner === null || owner !== signedInUser()?.id || !navigator.onLine) return
  const waiting = unsent.get().filter((change) => change.owner === owner)
  const changes = waiting.slice(0, batchMax)
  const called =
    changes.length === 0
      ? await callSignedIn(readLists)
      : await callSignedIn(changeLists, { body: { changes: changes.map(asSent) } })
  if (ownerStore.latest() !== owner) return
  const sent = new Set(changes.map((change) => change.id))
  if (called.ok) {
    triesInVain = 0
    takeServerLists(called.answer, sent)
    if (waiting.length > changes.length) again = true
    else batchMax = CHANGES_PER_CALL_MAX
    return
  }
  logTrouble('Cart and wishlist could not be saved or loaded', called)
  if (called.status === 400 && changes.length > 0) {
    // One change that the server refuses as malformed would block those around it for ever.
    if (changes.length === 1) removeUnsent(sent)
    batchMax = BATCH_ALONE
    again = true
  } else if (called.status === 0 || called.status >= 500 || called.status === 429) tryLater()
}

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 300_000
let triesInVain = 0
let laterTimer: ReturnType<typeof setTimeout> | undefined

/** For trouble whose end no event of the browser announces: the server's, and a line that is weak but not away. */
function tryLater(): void {
  clearTimeout(laterTimer)
  laterTimer = setTimeout(() => void syncLists(), Math.min(FIRST_WAIT_MS * 2 ** triesInVain, LONGEST_WAIT_MS))
  triesInVain += 1
}

/** The contract speaks of plain arrays. */
function asSent({ id, ...entry }: UnsentChange) {
  if (entry.list === 'wishlist')
    return entry.change.do === 'merge'
      ? { id, list: entry.list, change: { ...entry.change, products: [...entry.change.products] } }
      : { id, list: entry.list, change: entry.change }
  return entry.change.do === 'merge'
    ? { id, list: entry.list, change: { ...entry.change, lines: [...entry.change.lines] } }
    : { id, list: entry.list, change: entry.change }
}
