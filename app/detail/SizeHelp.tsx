import { useState, type ComponentType } from 'react'
import { bangleSizeLabel } from '#domain/sizes.ts'
import type { Product } from '#domain/product.ts'
import { Button } from '#app/ui/Button.tsx'
import { showToast } from '#app/state/toasts.ts'
import type { SizeGuideProps } from './SizeGuide.tsx'

/** The way to the size guide, on pieces that have to fit; bracelets and anklets are closed by a chain. */
export function SizeHelp({ product }: { readonly product: Product }) {
  const [isOpen, setOpen] = useState(false)
  const [Guide, setGuide] = useState<ComponentType<SizeGuideProps> | null>(null)
  if (product.type !== 'rings' && product.type !== 'bangles') return null

  const kind = product.type === 'rings' ? 'ring' : 'bangle'
  const own = product.type === 'bangles' ? bangleSizeLabel(product.sizeInches)?.name : undefined
  const open = () => {
    setOpen(true)
    // Fetched by those who ask for it.
    import('./SizeGuide.tsx').then(
      (module) => setGuide(() => module.SizeGuide),
      () => {
        setOpen(false)
        showToast('The size guide could not be fetched. Please check your connection.')
      },
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 noscript:hidden">
      <p className="text-sm text-ink-soft">{own ? `This bangle is a ${own}.` : 'Not sure of your size?'}</p>
      <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={open} className="-mx-4 -my-2">
        {kind === 'ring' ? 'Find your ring size' : 'Find your bangle size'}
      </Button>
      {isOpen && Guide && <Guide kind={kind} own={own} onClose={() => setOpen(false)} />}
    </div>
  )
}
