import type { Product } from '#domain/product.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { showToast } from '#app/state/toasts.ts'

/** By the system's own sheet where there is one, else the address is copied. */
export function ShareButton({ product }: { readonly product: Product }) {
  return (
    <Button
      variant="secondary"
      onClick={() => share(product)}
      className="shrink-0 max-lg:px-4 noscript:hidden"
    >
      <Icon name="share" />
      <span className="sr-only lg:not-sr-only">Share</span>
    </Button>
  )
}

/** Neither exists in every browser, nor on pages without TLS. */
const system: Partial<Pick<Navigator, 'share' | 'clipboard'>> =
  typeof navigator === 'undefined' ? {} : navigator

function share(product: Product): void {
  const url = location.origin + paths.product(product)
  if (system.share) {
    // Whoever closes the sheet has changed their mind, and needs no word about it.
    navigator.share({ title: product.name, url }).catch(() => undefined)
    return
  }
  const copied = system.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'))
  copied.then(
    () => showToast('Link copied'),
    () => showToast('The link could not be copied'),
  )
}
