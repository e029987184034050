import { useCallback, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { classes } from '#app/ui/classes.ts'
import { ProductPicture } from './ProductPicture.tsx'

interface SecondPictureProps {
  readonly product: Product
  readonly sizes: string
}

/** Fades in over the first picture of a hovered or focused card (a `group`) once it is decoded. */
export function SecondPicture({ product, sizes }: SecondPictureProps) {
  const [isReady, setReady] = useState(false)
  const decode = useCallback((layer: HTMLElement | null) => {
    layer
      ?.querySelector('img')
      ?.decode()
      .then(
        () => setReady(true),
        // The first picture stays.
        () => undefined,
      )
  }, [])
  return (
    <div
      ref={decode}
      className={classes(
        'absolute inset-0 opacity-0 transition-opacity',
        isReady && 'group-hover:opacity-100 shown-by-focus',
      )}
    >
      <ProductPicture
        product={product}
        view={2}
        sizes={sizes}
        alt={product.pictures[1]}
        className="size-full"
      />
    </div>
  )
}
