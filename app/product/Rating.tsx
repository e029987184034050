import { RATING_SCALE } from '#domain/screen.ts'
import { Icon } from '#app/ui/Icon.tsx'

/** The shop's own appraisal, not one by customers. */
export function Rating({ rating }: { readonly rating: number }) {
  return (
    <span className="figures inline-flex items-center gap-1 text-sm">
      <Icon name="star" className="size-3.5 text-gold" />
      <span className="sr-only">Our rating: </span>
      {rating.toFixed(1)}/{RATING_SCALE}
    </span>
  )
}
