/**
 * Reports that the connection is lost, the server is busy, a newer build is waiting, or prices have changed. Loaded
 * after the page.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { busyShop } from '#app/api.ts'
import { paths } from '#app/paths.ts'
import { followVersions } from '#app/state/follow-versions.ts'
import { useOnline } from '#app/state/online.ts'
import { startWorker } from '#app/state/service-worker.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'

const TEXTS = {
  offline: 'You are offline. The collection, your cart and your wishlist still work.',
  busy: 'The shop is busy. Trying again…',
  newer: 'A newer version of the shop is ready.',
}
type NoticeKind = keyof typeof TEXTS | 'prices'

function kindOf(
  now: Readonly<Record<'isOnline' | 'isBusy' | 'shouldFollow' | 'havePricesChanged', boolean>>,
): NoticeKind | null {
  if (!now.isOnline) return 'offline'
  if (now.isBusy) return 'busy'
  if (now.havePricesChanged) return 'prices'
  return now.shouldFollow ? 'newer' : null
}

export function PageNotices() {
  const isOnline = useOnline()
  const isBusy = useSyncExternalStore(busyShop.subscribe, busyShop.get, () => false)
  const { pathname } = useLocation()
  const [reload, setReload] = useState<(() => void) | null>(null)
  const [closed, setClosed] = useState<NoticeKind | null>(null)
  const [priceChange, dismissPriceChange] = usePriceChange()
  useEffect(() => startWorker((activate) => setReload(() => activate)), [])

  // The next lost connection is announced again.
  if ((isOnline && closed === 'offline') || (!isBusy && closed === 'busy')) setClosed(null)
  const kind = kindOf({
    isOnline,
    isBusy,
    shouldFollow: reload !== null,
    havePricesChanged: priceChange !== null,
  })
  // The cart has its own notice, next to the buttons that this one would cover.
  const isRedundant = kind === 'offline' && pathname === paths.cart
  const isShown = kind !== null && kind !== closed && !isRedundant

  return (
    <output className="pointer-events-none fixed inset-x-3 bottom-20 z-40 grid justify-items-center md:justify-items-start lg:inset-x-6 lg:bottom-6 low:bottom-3 print:hidden">
      {isShown && (
        <div className="toast pointer-events-auto flex max-w-full md:max-lg:max-w-[min(22rem,48%)] items-center gap-1 rounded-md border border-line bg-raised py-0.5 pr-0.5 pl-4 text-base text-ink shadow-float">
          <p className="py-2">{kind === 'prices' ? priceChange : TEXTS[kind]}</p>
          {kind === 'newer' && (
            <Button variant="quiet" size="sm" onClick={() => reload?.()}>
              Reload
            </Button>
          )}
          <IconButton
            label="Close"
            icon={<Icon name="close" className="size-4 text-ink-soft" />}
            onClick={() => (kind === 'prices' ? dismissPriceChange() : setClosed(kind))}
          />
        </div>
      )}
    </output>
  )
}

/** The effect of a newer edition on this shopper, until it is dismissed. */
function usePriceChange() {
  const { revalidate } = useRevalidator()
  const [text, setText] = useState<string | null>(null)
  useEffect(() => followVersions({ reload: revalidate, onPriceChange: setText }), [revalidate])
  return [text, () => setText(null)] as const
}
