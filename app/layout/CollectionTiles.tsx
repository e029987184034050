import { Link } from 'react-router'
import { Picture } from '#app/ui/Picture.tsx'
import { CATEGORY_LINKS } from './categories.ts'

/** Links for a page without content of its own: every type with its picture. */
export function CollectionTiles() {
  return (
    <nav aria-labelledby="collection" className="@container border-t border-line pt-8 sm:pt-10">
      <h2 id="collection" className="text-center text-xl sm:text-2xl">
        The collection
      </h2>
      <ul className="mt-5 grid grid-cols-2 gap-x-2.5 gap-y-5 @min-[17rem]:grid-cols-4 @min-[40rem]:mt-8 @min-[40rem]:grid-cols-6 @min-[40rem]:gap-x-6 @min-[40rem]:gap-y-8">
        {CATEGORY_LINKS.map(
          ({ label, to, type }) =>
            type && (
              <li key={to}>
                <Link to={to} className="group block">
                  <span className="relative lit block overflow-hidden">
                    <Picture
                      base={`/pictures/tile-${type}`}
                      widths={[320, 640]}
                      sizes="(min-width: 88rem) 13rem, (min-width: 44rem) 15vw, 22vw"
                      alt=""
                      width={640}
                      height={640}
                      className="w-full transition-transform duration-slow group-hover:scale-[1.03]"
                    />
                  </span>
                  <span className="block pt-1.5 text-center text-sm text-balance group-hover:text-gold-ink @min-[40rem]:pt-3 @min-[40rem]:text-base">
                    {label.replace(' /', '\u00A0/')}
                  </span>
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
