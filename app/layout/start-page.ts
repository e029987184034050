/**
 * What begins on each page once it answers: who is signed in, the lists of the signed-in, the page views. A visitor's
 * page downloads nothing of the first two.
 */
import { listOwnerStore } from '#app/state/lists.ts'

/** Returns the way to stop. */
export function startPage(): () => void {
  const stops: (() => void)[] = []
  let isOver = false
  const start = (starting: Promise<() => void>) => {
    starting.then(
      (stop) => (isOver ? stop() : stops.push(stop)),
      // Without a connection the page stays a visitor's, until it is opened again.
      () => undefined,
    )
  }
  let isFollowing = false
  const followOwner = () => {
    if (isFollowing || listOwnerStore.get() === null) return
    isFollowing = true
    start(import('#app/state/session.ts').then(({ startSession }) => startSession()))
    start(import('#app/state/sync.ts').then(({ startSync }) => startSync()))
  }
  stops.push(listOwnerStore.subscribe(followOwner))
  followOwner()

  countViews()
  return () => {
    isOver = true
    for (const stop of stops) stop()
  }
}

/**
 * The address is known when the pages are built; without one there is no script (D36). It would read the
 * page's address, so it has no business where that is a secret: behind the links of letters.
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
