/** Follows the collection while a page is open: a newer edition replaces that of the page as a whole. */
import type { CollectionIndex } from '#domain/collection.ts'
import { versionOf } from '#domain/collection.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { serverEdition } from '#app/api.ts'
import { findStore, loadFind, pageVersion, sourceOfVersion } from './collection.ts'
import { cartStore, wishlistStore } from './lists.ts'
import { priceChangeText } from './price-changes.ts'

/** Of the server. Rejects without a connection. */
export async function currentVersion(): Promise<string> {
  const response = await fetch('/collection/current.json', { cache: 'no-store' })
  if (!response.ok) throw new Error(`current.json: ${response.status}`)
  const current: Pick<CollectionIndex, 'edition' | 'hash'> = await response.json()
  return versionOf(current)
}

interface EditionListener {
  /** Renders the page again, with the data of the newer edition. */
  readonly reload: () => Promise<void>
  /** Receives a text that says what has changed for the shopper. */
  readonly onPriceChange: (text: string) => void
}

const CHECK_AFTER_MS = MINUTE_MS

/**
 * Every response of the API names the edition of the server; a page that becomes visible again requests it. Returns a stop
 * function.
 */
export function followEditions(listener: EditionListener): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let checkedAt = Date.now()
  let following: Promise<void> = Promise.resolve()

  const followNext = async (version: string | null, before: Promise<void>) => {
    await before
    if (version === null || signal.aborted || !isNewer(version, pageVersion.get())) return
    // Offline, or the edition has been replaced meanwhile: the next response that names it tries again.
    await adopt(version, listener).catch(() => undefined)
  }
  const follow = (version: string | null) => {
    following = followNext(version, following)
  }
  const check = () => {
    checkedAt = Date.now()
    currentVersion().then(follow, () => undefined)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= CHECK_AFTER_MS) check()
  }
  const onServerEdition = () => follow(serverEdition.get())
  const unsubscribe = serverEdition.subscribe(onServerEdition)
  onServerEdition()
  document.addEventListener('visibilitychange', onVisible, { signal })
  window.addEventListener('focus', onVisible, { signal })
  window.addEventListener('online', check, { signal })
  return () => {
    controller.abort()
    unsubscribe()
  }
}

/** Servers may be an edition apart for two seconds: an older one is not followed. */
export function isNewer(version: string, than: string): boolean {
  const [edition, hash] = version.split('.')
  const [knownEdition, knownHash] = than.split('.')
  return hash !== knownHash && Number(edition) >= Number(knownEdition)
}

async function adopt(version: string, { reload, onPriceChange }: EditionListener): Promise<void> {
  const cart = cartStore.get()
  const wishlist = wishlistStore.get()
  const needsPrices = findStore.get() !== null || cart.length + wishlist.length > 0
  const before = needsPrices
    ? (findStore.get() ?? (await loadFind(sourceOfVersion(pageVersion.get())).catch(() => null)))
    : null
  const after = needsPrices ? await loadFind(sourceOfVersion(version)) : null
  pageVersion.set(version)
  await reload()
  findStore.set(after)
  const text =
    before &&
    after &&
    priceChangeText({ cart: cartStore.get(), wishlist: wishlistStore.get(), before, after })
  if (text) onPriceChange(text)
}
