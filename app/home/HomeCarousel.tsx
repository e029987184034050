import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Carousel } from '#app/ui/Carousel.tsx'
import { Picture } from '#app/ui/Picture.tsx'
import { paths } from '#app/paths.ts'
import { CAROUSEL_INTERVAL_MS } from '#domain/screen.ts'
import type { Slide } from './content.ts'

export function HomeCarousel({ slides }: { readonly slides: readonly Slide[] }) {
  return (
    <Carousel
      label="Our collections"
      intervalMs={CAROUSEL_INTERVAL_MS}
      slides={slides.map((slide) => ({
        id: String(slide.number),
        label: slide.headline,
        picture: <SlidePicture slide={slide} />,
        text: (
          <>
            <p className="slide-headline">
              <Link to={paths.listing(slide.type)} className="slide-link">
                {slide.headline}
              </Link>
            </p>
            <p className="slide-text">{slide.text}</p>
          </>
        ),
      }))}
      action={
        <ButtonLink to={paths.allProducts} className="px-5">
          Explore Collection
        </ButtonLink>
      }
    />
  )
}

function SlidePicture({ slide }: { readonly slide: Slide }) {
  return (
    <Picture
      base={`/pictures/home-${slide.number}`}
      widths={[800, 1600, 2400]}
      tall={{
        base: `/pictures/home-${slide.number}-tall`,
        widths: [480, 960],
        media: '(max-width: 47.99rem) and (orientation: portrait)',
        width: 960,
        height: 1200,
      }}
      sizes="100vw"
      alt={slide.shows}
      width={2400}
      height={1100}
      eager={slide.number === 1}
      className="slide-picture"
    />
  )
}
