import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { Picture } from '#app/ui/Picture.tsx'

export function OfferBanner({ offerPercent }: { readonly offerPercent: number }) {
  return (
    <section aria-label="Special offer" className="below-fold @container bg-band text-on-band">
      <Link to={paths.specialOffer} className="group grid grid-cols-1 items-stretch sm:grid-cols-[2fr_3fr]">
        <span className="flex flex-col items-start justify-center gap-5 px-[clamp(1rem,4vw,3rem)] py-12 lg:py-16 lg:pl-[max(clamp(1rem,4cqw,3rem),calc((100cqw-var(--page))/2+3rem))]">
          <span aria-hidden="true" className="h-px w-16 bg-band-gold" />
          <span className="max-w-[18ch] font-serif text-3xl lining-nums text-balance">
            Get {offerPercent}% off on selected items this season
          </span>
          <span className="underline decoration-band-gold decoration-1 underline-offset-8 group-hover:decoration-2">
            See the pieces
          </span>
        </span>
        <Picture
          base="/pictures/special-offer"
          widths={[800, 1600]}
          sizes="(min-width: 40rem) 60vw, 150vw"
          alt=""
          width={2400}
          height={1100}
          className="aspect-3/2 h-full max-h-[26rem] w-full object-cover object-right sm:aspect-auto"
        />
      </Link>
    </section>
  )
}
