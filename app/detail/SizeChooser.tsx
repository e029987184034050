import { useId } from 'react'
import type { Product } from '#domain/product.ts'
import { sizesOf } from '#domain/size-range.ts'
import { SizeHelp } from './SizeHelp.tsx'

interface SizeChooserProps {
  readonly product: Product
  readonly size: string
  readonly onChoose: (size: string) => void
}

/**
 * The sizes of a product as chips: on a phone a scrolling strip, so that the button stays in view. Renders nothing for
 * a product with one size (D39).
 */
export function SizeChooser({ product, size, onChoose }: SizeChooserProps) {
  const id = useId()
  const sizes = sizesOf(product)
  if (sizes.length === 0) return null
  const isFitted = product.type === 'rings' || product.type === 'bangles'
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <p id={id} className="font-medium">
          {isFitted ? 'Size' : 'Length, inches'}
        </p>
        {isFitted && (
          <SizeHelp
            choice={{
              kind: product.type === 'rings' ? 'ring' : 'bangle',
              offered: sizes,
              chosen: size,
              onChoose,
            }}
          />
        )}
      </div>
      <div className="-mx-4 flex scroll-px-16.5 gap-1.5 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:p-0">
        {sizes.map((each) => (
          <label
            key={each}
            className="figures relative grid h-11 min-w-11 shrink-0 place-items-center px-2.5 text-sm max-sm:has-checked:[scroll-initial-target:nearest]"
          >
            <input
              type="radio"
              name="size"
              value={each}
              checked={each === size}
              onChange={() => onChoose(each)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-sm border border-line-strong bg-raised hover:border-ink checked:border-action checked:bg-action forced-colors:checked:border-4"
            />
            <span className="pointer-events-none relative peer-checked:font-medium peer-checked:text-on-action">
              {each}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
