import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import type { ShopByGroup } from './content.ts'

export function ShopBy({ groups }: { readonly groups: readonly ShopByGroup[] }) {
  return (
    <section
      aria-label="Shop by"
      className="below-fold grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-[min(1.5rem,5vw)] gap-y-8 border-t border-line py-10 wrap-anywhere md:grid-cols-4"
    >
      {groups.map(({ title, labels }) => (
        <div key={title}>
          <h2 className="pb-2 text-xl">By {title.toLowerCase()}</h2>
          <ul>
            {labels.map((label) => (
              <li key={label}>
                <Link to={paths.search(label)} className="flex min-h-11 items-center hover:text-gold-ink">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
