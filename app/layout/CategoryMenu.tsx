import { useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { Icon } from '#app/ui/Icon.tsx'
import { Picture } from '#app/ui/Picture.tsx'
import { CATEGORIES, type Category } from './categories.ts'

export function CategoryMenu() {
  return (
    <nav aria-label="Categories" className="leads-away hidden border-b border-line lg:block print:hidden">
      <ul className="page flex justify-between text-sm *:first:-ml-2 *:last:-mr-2">
        {CATEGORIES.map((category) => (
          <li key={category.label} className="relative" style={{ width: `${category.width}rem` }}>
            {'opens' in category ? (
              <CategoryGroup category={category} />
            ) : (
              <NavLink to={category.to} className="category-link">
                {category.label}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Native, so that it opens without script. */
function CategoryGroup({ category }: { readonly category: Extract<Category, { opens: unknown }> }) {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => details.current?.removeAttribute('open')
  return (
    // Escape and blur close it; its content is plain links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      ref={details}
      className="group"
      onBlur={(event) => {
        if (!details.current?.contains(event.relatedTarget)) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close()
        details.current?.querySelector('summary')?.focus()
      }}
    >
      <summary className="category-group">
        {category.label}
        <Icon name="chevron-down" className="size-3.5 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full left-0 z-30 flex gap-4 border border-line bg-raised p-4 shadow-float">
        {category.opens.map(({ type, label, to }) => (
          <li key={type}>
            <Link to={to} onClick={close} className="group/link block w-36">
              <Picture
                base={`/pictures/tile-${type}`}
                widths={[320, 640]}
                sizes="9rem"
                alt=""
                width={320}
                height={320}
              />
              <span className="block pt-2 group-hover/link:text-gold-ink">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
