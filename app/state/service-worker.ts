/**
 * The page's side of the service worker. A newer build's worker waits until the person agrees, so that nothing changes
 * under a page; a page that is of the newer build already lets it begin at once.
 */
import { HOUR_MS } from '#domain/time.ts'
import { GET_BUILD, SKIP_WAITING } from './service-worker-messages.ts'

/** Empty in development, where there is no worker. */
const BUILD: string = import.meta.env.VITE_BUILD_ID ?? ''

/** A worker that answers is quick; one that does not must not hold the page up. */
const TAKE_OVER_MAX_MS = 3000

/** `onNewer` is told how to go over to the newer version. Returns the way to stop. */
export function startWorker(onNewer: (reload: () => void) => void): () => void {
  const stopping = new AbortController()
  if (BUILD !== '' && 'serviceWorker' in navigator && !savesData())
    void register(onNewer, stopping.signal).catch(() => undefined)
  return () => stopping.abort()
}

async function register(onNewer: (reload: () => void) => void, signal: AbortSignal): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js')
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration || signal.aborted) return

  const onUpdateFound = async (waiting: ServiceWorker) => {
    const build = await buildOf(waiting)
    if (signal.aborted) return
    if (build === BUILD) waiting.postMessage(SKIP_WAITING)
    else onNewer(() => activateAndReload(waiting))
  }
  registration.addEventListener(
    'updatefound',
    () => {
      const coming = registration.installing
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed' && navigator.serviceWorker.controller) void onUpdateFound(coming)
      })
    },
    { signal },
  )
  checkForUpdates(registration, signal)

  // After two deployments in a row this page may be of the second, and the worker that waits still of the first.
  if (registration.waiting) await registration.update().catch(() => undefined)
  if (registration.waiting && !registration.installing) await onUpdateFound(registration.waiting)
}

/** A page that stays open for days asks by itself; whoever opens pages has the browser ask. */
function checkForUpdates(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let askedAt = Date.now()
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < HOUR_MS) return
      askedAt = Date.now()
      registration.update().catch(() => undefined)
    },
    { signal },
  )
}

function buildOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data), { once: true })
    port1.start()
    worker.postMessage(GET_BUILD, [port2])
  })
}

function activateAndReload(waiting: ServiceWorker): void {
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  setTimeout(reload, TAKE_OVER_MAX_MS)
  waiting.postMessage(SKIP_WAITING)
}

/** The person has asked for less; TypeScript does not know the property, and not every browser has it. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
