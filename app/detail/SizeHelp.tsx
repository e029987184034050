import { bangleSizeLabel } from '#domain/sizes.ts'
import type { Product } from '#domain/product.ts'
import { Button } from '#app/ui/Button.tsx'
import { useOnDemand } from '#app/product/use-on-demand.ts'

/** Opens the size guide, for products that have to fit; bracelets and anklets have an adjustable chain. */
export function SizeHelp({ product }: { readonly product: Product }) {
  const guide = useOnDemand(
    async () => (await import('./SizeGuide.tsx')).SizeGuide,
    'The size guide could not be fetched. Please check your connection.',
  )
  if (product.type !== 'rings' && product.type !== 'bangles') return null

  const kind = product.type === 'rings' ? 'ring' : 'bangle'
  const productSize = product.type === 'bangles' ? bangleSizeLabel(product.sizeInches)?.name : undefined
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 noscript:hidden">
      <p className="text-sm text-ink-soft">
        {productSize ? `This bangle is a ${productSize}.` : 'Not sure of your size?'}
      </p>
      <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={guide.open} className="-mx-4 -my-2">
        {kind === 'ring' ? 'Find your ring size' : 'Find your bangle size'}
      </Button>
      {guide.Part && (
        <guide.Part open={guide.isOpen} kind={kind} productSize={productSize} onClose={guide.close} />
      )}
    </div>
  )
}
