/** Starts session, list synchronization and page views. A visitor downloads nothing of the first two. */
import { listsUserIdStore } from '#app/state/lists.ts'

/** Returns a function to stop. */
export function startPage(): () => void {
  const stops: (() => void)[] = []
  let isStopped = false
  const start = (starting: Promise<() => void>) => {
    starting.then(
      (stop) => (isStopped ? stop() : stops.push(stop)),
      // Offline, the user counts as a visitor until the next load.
      () => undefined,
    )
  }
  let isStarted = false
  const startForUser = () => {
    if (isStarted || listsUserIdStore.get() === null) return
    isStarted = true
    start(import('#app/state/session.ts').then(({ startSession }) => startSession()))
    start(import('#app/state/sync.ts').then(({ startSync }) => startSync()))
  }
  stops.push(listsUserIdStore.subscribe(startForUser))
  startForUser()

  countViews()
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}

/**
 * Loads the analytics script that the build configures, if any (D36). Not on pages that e-mails link to: their URL,
 * which the script reads, contains a secret token.
 */
export function countViews(): void {
  const address: string | undefined = import.meta.env.VITE_ANALYTICS_URL
  if (!address || location.search.includes('token=') || document.querySelector('script[data-analytics]'))
    return
  const script = document.createElement('script')
  script.src = address
  script.defer = true
  script.dataset['analytics'] = ''
  // oxlint-disable-next-line no-console -- a load failure is only logged to the console (7.analytics)
  script.addEventListener('error', () => console.info('Analytics could not be loaded'))
  document.head.append(script)
}
