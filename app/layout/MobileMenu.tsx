import { useRef, type MouseEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { useCart, useWishlist } from '#app/state/lists.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { itemCount } from '#domain/cart.ts'
import { SHOP } from '#domain/shop.ts'
import { CATEGORY_LINKS } from './categories.ts'
import { AccountOrLogin } from './CountLinks.tsx'
import { Wordmark } from './Logo.tsx'

const MENU_ID = 'menu'

/**
 * Slides out from the left. Before scripts run it opens as a popover, which needs none; after that as a dialogue,
 * which keeps the focus inside.
 */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
  const pieces = itemCount(useCart())
  const wishes = useWishlist().length
  const open = (event: MouseEvent) => {
    event.preventDefault()
    if (!dialog.current?.matches(':popover-open')) dialog.current?.showModal()
  }
  const close = () => {
    if (dialog.current?.open) dialog.current.close()
    if (dialog.current?.matches(':popover-open')) dialog.current.hidePopover()
  }
  return (
    <>
      <IconButton
        label="Menu"
        icon={<Icon name="menu" className="size-6" />}
        popoverTarget={MENU_ID}
        aria-haspopup="dialog"
        onClick={open}
        className="-ml-2 size-[max(44px,min(2.75rem,12vw))] lg:hidden print:hidden"
      />
      {/* Escape is the dialogue's own; a click on it, outside of the sheet, is one on the backdrop. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        ref={dialog}
        id={MENU_ID}
        popover="auto"
        aria-label="Menu"
        onClick={(event) => {
          const isLink = event.target instanceof Element && event.target.closest('a') !== null
          if (isLink || event.target === dialog.current) close()
        }}
        className="drawer drawer-left fixed top-0 right-auto left-0 m-0 h-dvh max-h-none w-[min(22rem,calc(100vw-3rem))] max-w-none bg-ground p-0 text-ink shadow-float backdrop:bg-scrim"
      >
        <div className="flex h-full flex-col">
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-5">
            <Link to={paths.home} aria-label={`${SHOP.name}, home`} className="py-2">
              <Wordmark />
            </Link>
            <IconButton
              label="Close"
              icon={<Icon name="close" />}
              popoverTarget={MENU_ID}
              popoverTargetAction="hide"
              onClick={close}
            />
          </div>
          <nav aria-label="Menu" className="grow overflow-y-auto overscroll-contain px-5 pb-8">
            <ul className="border-b border-line py-3 text-lg">
              {CATEGORY_LINKS.map(({ label, to }) => (
                <MenuLink key={to} to={to} label={label} />
              ))}
            </ul>
            <ul className="border-b border-line py-3">
              <MenuLink to={paths.wishlist} label="Wishlist" count={wishes} />
              <MenuLink to={paths.cart} label="Cart" count={pieces} />
              <AccountOrLogin link={MenuLink} />
            </ul>
            <ul className="py-3 text-ink-soft">
              <MenuLink to={paths.about} label="About" />
              <MenuLink to={paths.blog} label="Blog" />
              <MenuLink to={paths.faq} label="FAQ" />
              <MenuLink to={paths.contact} label="Contact" />
            </ul>
          </nav>
        </div>
      </dialog>
    </>
  )
}

function MenuLink({
  to,
  label,
  count = 0,
}: {
  readonly to: string
  readonly label: string
  readonly count?: number
}) {
  return (
    <li>
      <Link to={to} className="flex min-h-11 items-center justify-between hover:text-gold-ink">
        {label}
        {count > 0 && <span className="figures text-sm text-ink-soft">{count}</span>}
      </Link>
    </li>
  )
}
