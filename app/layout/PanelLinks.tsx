import { Link } from 'react-router'
import type { ProductType } from '#domain/product.ts'
import { panelGroupsOf } from './category-panels.ts'

interface PanelLinksProps {
  readonly type: ProductType
  readonly onClose: () => void
}

/** The metals and budgets of a category, next to its picture. */
export function PanelLinks({ type, onClose }: PanelLinksProps) {
  return panelGroupsOf(type).map(({ title, links }) => (
    <div key={title} className="w-32">
      <p className="pb-1 text-xs text-ink-soft">{title}</p>
      <ul aria-label={title}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} onClick={onClose} className="flex min-h-8 items-center hover:text-gold-ink">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}
