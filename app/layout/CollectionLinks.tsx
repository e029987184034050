import { Link } from 'react-router'
import { CATEGORY_LINKS } from './categories.ts'

/** Links for a page without content of its own: words, which need no picture and no server. */
export function CollectionLinks() {
  return (
    <nav aria-labelledby="collection" className="border-t border-line pt-8">
      <h2 id="collection" className="text-center text-xl">
        The collection
      </h2>
      <ul className="mx-auto mt-4 flex max-w-2xl flex-wrap justify-center gap-x-5">
        {CATEGORY_LINKS.filter(({ type }) => type).map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 min-w-11 items-center justify-center hover:text-gold-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
