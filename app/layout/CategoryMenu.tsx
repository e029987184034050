import {
  Suspense,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react'
import { Link, NavLink } from 'react-router'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { Picture } from '#app/ui/Picture.tsx'
import { CATEGORIES, type Category, type CategoryLink } from './categories.ts'

const loadLinks = () => import('./PanelLinks.tsx')
const PanelLinks = lazyOptional(async () => (await loadLinks()).PanelLinks)

/** A pointer that merely crosses the menu opens nothing. */
const HOVER_DELAY_MS = 150

export function CategoryMenu() {
  return (
    <nav aria-label="Categories" className="leads-away hidden border-b border-line lg:block print:hidden">
      <ul className="page flex justify-between text-sm *:first:-ml-2 *:last:-mr-2">
        {CATEGORIES.map((category, index) => (
          <CategoryItem
            key={category.label}
            category={category}
            side={index < CATEGORIES.length / 2 ? 'left-0' : 'right-0'}
          />
        ))}
      </ul>
    </nav>
  )
}

interface CategoryItemProps {
  readonly category: Category
  /** Position of the item with which its panel is aligned. */
  readonly side: 'left-0' | 'right-0'
}

/** Its panel opens under the pointer, and by the down arrow. */
function CategoryItem({ category, side }: CategoryItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const { isOpen, setOpen, close, handlers } = usePanel(item)
  const types = 'opens' in category ? category.opens : [category]
  return (
    // Its link and its summary open the panel.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li ref={item} className="relative" style={{ width: `${category.width}rem` }} {...handlers}>
      {'opens' in category ? (
        // Native, so that it opens without script.
        <details
          // It may have been opened before hydration.
          ref={(details) => void (details?.open && setOpen(true))}
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          className="group"
        >
          <summary
            // It is already open under the pointer; a click would close it.
            onClick={(event) => isOpen && isByMouse(event.nativeEvent) && event.preventDefault()}
            className="category-group"
          >
            {category.label}
            <Icon name="chevron-down" className="size-3.5 transition-transform group-open:rotate-180" />
          </summary>
          <Panel types={types} side={side} isOpen={isOpen} onClose={close} />
        </details>
      ) : (
        <>
          <NavLink to={category.to} onClick={close} className="category-link">
            {category.label}
          </NavLink>
          {isOpen && category.type && <Panel types={types} side={side} isOpen onClose={close} />}
        </>
      )}
    </li>
  )
}

function usePanel(item: RefObject<HTMLLIElement | null>) {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = (open: boolean) => {
    // Fetched while the pointer rests.
    if (open) loadLinks().catch(() => undefined)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(open), HOVER_DELAY_MS)
  }
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return
      if (item.current?.contains(document.activeElement)) trigger(item.current)?.focus()
      setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen, item])
  useEffect(() => () => clearTimeout(timer.current), [])
  const handlers = {
    onPointerEnter: ({ nativeEvent }: ReactPointerEvent) => isByMouse(nativeEvent) && soon(true),
    onPointerLeave: ({ nativeEvent }: ReactPointerEvent) => isByMouse(nativeEvent) && soon(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || event.target !== trigger(item.current)) return
      event.preventDefault()
      setOpen(true)
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!item.current?.contains(relatedTarget)) setOpen(false)
    },
  }
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  return { isOpen, setOpen, close, handlers }
}

function isByMouse(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'mouse'
}

function trigger(item: HTMLElement | null): HTMLElement | null {
  return item?.querySelector<HTMLElement>('a, summary') ?? null
}

interface PanelProps {
  readonly types: readonly CategoryLink[]
  readonly side: CategoryItemProps['side']
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** One picture of each type; metals and budgets once it is open. */
function Panel({ types, side, isOpen, onClose }: PanelProps) {
  return (
    <div className={classes('category-panel', side)}>
      {types.map(({ type, label, to }) => (
        <div key={to} className="flex gap-6 py-4">
          <Link to={to} onClick={onClose} className="group/link block w-36 shrink-0">
            <Picture
              base={`/pictures/tile-${type}`}
              widths={[320, 640]}
              sizes="9rem"
              alt=""
              width={320}
              height={320}
            />
            <span className="block pt-2 group-hover/link:text-gold-ink">
              {types.length === 1 ? (
                <>
                  See all<span className="sr-only"> {label}</span>
                </>
              ) : (
                label
              )}
            </span>
          </Link>
          {isOpen && type && (
            <Suspense>
              <PanelLinks type={type} onClose={onClose} />
            </Suspense>
          )}
        </div>
      ))}
    </div>
  )
}
