/**
 * The page's side of the service worker. The worker of a newer build waits until the shopper reloads, so that no page
 * gets scripts of another build; a page of the worker's own build activates it at once.
 */
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { savesData } from '#app/ui/saves-data.ts'
import { GET_BUILD, SKIP_WAITING } from './service-worker-messages.ts'

/** Empty in development, which has no worker. */
const BUILD: string = import.meta.env.VITE_BUILD_ID ?? ''

const ACTIVATION_TIMEOUT_MS = 3 * SECOND_MS

/** `onNewer` receives the function that activates the newer version. Returns a stop function. */
export function startWorker(onNewer: (reload: () => void) => void): () => void {
  const controller = new AbortController()
  if (BUILD !== '' && 'serviceWorker' in navigator && !savesData())
    void register(onNewer, controller.signal).catch(() => undefined)
  return () => controller.abort()
}

async function register(onNewer: (reload: () => void) => void, signal: AbortSignal): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js')
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration || signal.aborted) return

  const onInstalled = async (waiting: ServiceWorker) => {
    const build = await buildOf(waiting)
    if (signal.aborted) return
    if (build === BUILD) waiting.postMessage(SKIP_WAITING)
    else onNewer(() => activateAndReload(waiting))
  }
  registration.addEventListener(
    'updatefound',
    () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && navigator.serviceWorker.controller) void onInstalled(worker)
      })
    },
    { signal },
  )
  checkForUpdates(registration, signal)

  // After two deployments this page may have the second build while the waiting worker has the first.
  if (registration.waiting) await registration.update().catch(() => undefined)
  if (registration.waiting && !registration.installing) await onInstalled(registration.waiting)
}

/** Browsers check on navigation; a page that stays open for days must check itself. */
function checkForUpdates(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let checkedAt = Date.now()
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < HOUR_MS) return
      checkedAt = Date.now()
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
  setTimeout(reload, ACTIVATION_TIMEOUT_MS)
  waiting.postMessage(SKIP_WAITING)
}
