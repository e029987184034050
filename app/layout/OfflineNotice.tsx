/** Says that the connection is lost, the server is busy, or a newer build is waiting. Loaded after the page. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { busyShop } from '#app/api.ts'
import { paths } from '#app/paths.ts'
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
type News = keyof typeof TEXTS

function newsOf(now: Readonly<Record<'isOnline' | 'isBusy' | 'isNewer', boolean>>): News | null {
  if (!now.isOnline) return 'offline'
  if (now.isBusy) return 'busy'
  return now.isNewer ? 'newer' : null
}

export function OfflineNotice() {
  const isOnline = useOnline()
  const isBusy = useSyncExternalStore(busyShop.subscribe, busyShop.get, () => false)
  const { pathname } = useLocation()
  const [reload, setReload] = useState<(() => void) | null>(null)
  const [closed, setClosed] = useState<News | null>(null)
  useEffect(() => startWorker((activate) => setReload(() => activate)), [])

  // The next loss of connection is announced again.
  if ((isOnline && closed === 'offline') || (!isBusy && closed === 'busy')) setClosed(null)
  const news = newsOf({ isOnline, isBusy, isNewer: reload !== null })
  // The cart has its own text, beside the buttons that this would cover.
  const isRedundant = news === 'offline' && pathname === paths.cart
  const isShown = news !== null && news !== closed && !isRedundant

  return (
    <output className="pointer-events-none fixed inset-x-3 bottom-20 z-40 grid justify-items-center lg:inset-x-6 lg:bottom-6 lg:justify-items-start print:hidden">
      {isShown && (
        <div className="toast pointer-events-auto flex max-w-full items-center gap-1 rounded-md border border-line bg-raised py-0.5 pr-0.5 pl-4 text-base text-ink shadow-float">
          <p className="py-2">{TEXTS[news]}</p>
          {news === 'newer' && (
            <Button variant="quiet" size="sm" onClick={() => reload?.()}>
              Reload
            </Button>
          )}
          <IconButton
            label="Close"
            icon={<Icon name="close" className="size-4 text-ink-soft" />}
            onClick={() => setClosed(news)}
          />
        </div>
      )}
    </output>
  )
}
