/** Keeps an open page on the latest version of the collection, which replaces that of the page as a whole. */
import { backOffMs, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { serverVersion } from '#app/api.ts'
import { findStore, loadFind, sourceOfVersion } from './collection.ts'
import { fetchLatestVersion, shouldFollow } from './latest-version.ts'
import { cartStore, wishlistStore } from './lists.ts'
import { pageVersion } from './page-version.ts'

interface VersionListener {
  /** Re-renders the page with the data of the newer edition. */
  readonly reload: () => Promise<void>
  /** Receives a text about what has changed for the shopper. */
  readonly onPriceChange: (text: string) => void
}

const CHECK_AFTER_MS = MINUTE_MS
/** A browser says that it is online before a request succeeds. */
const RETRY = { firstMs: 2 * SECOND_MS, maxMs: MINUTE_MS }

/**
 * Each API response contains the server's collection version; a page that becomes visible or online again requests it.
 * Returns a stop function.
 */
export function followVersions(listener: VersionListener): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let checkedAt = Date.now()
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let lastSwitch: Promise<void> = Promise.resolve()

  const switchToNewer = async (version: string | null) => {
    if (version === null || signal.aborted || !shouldFollow(version, pageVersion.get())) return
    await switchTo(version, listener)
  }
  const enqueueSwitch = (version: string | null) => {
    const before = lastSwitch.catch(() => undefined)
    lastSwitch = before.then(() => switchToNewer(version))
    lastSwitch.then(() => (failures = 0), checkLater)
  }
  const check = () => {
    checkedAt = Date.now()
    fetchLatestVersion().then(enqueueSwitch, checkLater)
  }
  const checkLater = () => {
    clearTimeout(retry)
    if (signal.aborted || !navigator.onLine) return
    retry = setTimeout(check, backOffMs(RETRY, failures))
    failures += 1
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= CHECK_AFTER_MS) check()
  }
  const onServerVersion = () => enqueueSwitch(serverVersion.get())
  const unsubscribe = serverVersion.subscribe(onServerVersion)
  onServerVersion()
  document.addEventListener('visibilitychange', onVisible, { signal })
  window.addEventListener('focus', onVisible, { signal })
  window.addEventListener('online', check, { signal })
  return () => {
    controller.abort()
    clearTimeout(retry)
    unsubscribe()
  }
}

async function switchTo(version: string, { reload, onPriceChange }: VersionListener): Promise<void> {
  const cart = cartStore.get()
  const wishlist = wishlistStore.get()
  const needsPrices = findStore.get() !== null || cart.length + wishlist.length > 0
  const before = needsPrices
    ? (findStore.get() ?? (await loadFind(sourceOfVersion(pageVersion.get())).catch(() => null)))
    : null
  const after = needsPrices ? await loadFind(sourceOfVersion(version)) : null
  // Prices are followed even if a deployment has removed the script that explains them.
  const explain = needsPrices ? await import('./price-changes.ts').catch(() => null) : null
  pageVersion.set(version)
  await reload()
  findStore.set(after)
  const text =
    before &&
    after &&
    explain?.priceChangeText({ cart: cartStore.get(), wishlist: wishlistStore.get(), before, after })
  if (text) onPriceChange(text)
}
