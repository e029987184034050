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
      <h2 className="pb-4 text-xl sm:pb-10 sm:text-2xl">Shop by Category</h2>
      <ul className="category-tiles">
        {TILES.map(({ type, label, to }) => (
          <li key={type}>
            <Link to={to} className="group block">
              <span className="relative lit block overflow-hidden">
                <Picture
                  base={`/pictures/tile-${type}`}
                  widths={[320, 640]}
                  sizes="(min-width: 64rem) 20rem, 25vw"
                  alt=""
                  width={640}
                  height={640}
                  className="w-full transition-transform duration-slow group-hover:scale-[1.03]"
                />
              </span>
              <span className="category-tile">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
