import type { Product } from '#domain/product.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { showToast } from '#app/state/toasts.ts'

/** Opens the system's share sheet, or else copies the URL. */
export function ShareButton({ product }: { readonly product: Product }) {
  return (
    <Button
      variant="secondary"
      onClick={() => share(product)}
      className="shrink-0 max-lg:px-[min(1rem,3.5vw)] noscript:hidden"
    >
      <Icon name="share" />
      <span className="sr-only lg:not-sr-only">Share</span>
    </Button>
  )
}

/** Not in every browser, and only in secure contexts. */
const api: Partial<Pick<Navigator, 'share' | 'clipboard'>> = typeof navigator === 'undefined' ? {} : navigator

function share(product: Product): void {
  const url = location.origin + paths.product(product)
  if (api.share) {
    // Rejects if the shopper closes the sheet.
    navigator.share({ title: product.name, url }).catch(() => undefined)
    return
  }
  const copied = api.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'))
  copied.then(
    () => showToast('Link copied'),
    () => showToast('The link could not be copied'),
  )
}
