import { RATING_SCALE } from '#domain/shop.ts'
import { Icon } from '#app/ui/Icon.tsx'

/** The shop's own appraisal of a piece: it never stands beside a number of customers, for there is none. */
export function Rating({ rating }: { readonly rating: number }) {
  return (
    <span className="figures inline-flex items-center gap-1 text-sm">
      <Icon name="star" className="size-3.5 text-gold" />
      <span className="sr-only">Our rating: </span>
      {rating.toFixed(1)}/{RATING_SCALE}
    </span>
  )
}
