import { Link } from 'react-router'
import { Picture } from '#app/ui/Picture.tsx'
import { paths } from '#app/paths.ts'

const TILES = [
  { type: 'rings', label: 'Rings', to: paths.listing('rings') },
  { type: 'necklaces', label: 'Necklaces', to: paths.listing('necklaces') },
  { type: 'tops', label: 'Earrings', to: paths.listing('tops') },
  { type: 'bracelets', label: 'Bracelets', to: paths.listing('bracelets') },
] as const

export function CategoryTiles() {
  return (
    <section aria-label="Shop by Category" className="@container">
      <h2 className="pb-6 text-2xl sm:pb-10">Shop by Category</h2>
      <ul className="home-grid @min-[44rem]:grid-cols-4">
        {TILES.map(({ type, label, to }) => (
          <li key={type}>
            <Link to={to} className="group block">
              <span className="block overflow-hidden">
                <Picture
                  base={`/pictures/tile-${type}`}
                  widths={[320, 640]}
                  sizes="(min-width: 64rem) 20rem, (min-width: 48rem) 25vw, 50vw"
                  alt=""
                  width={640}
                  height={640}
                  className="w-full transition-transform duration-slow group-hover:scale-[1.03]"
                />
              </span>
              <span className="block pt-3 font-serif text-xl group-hover:text-gold-ink">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
