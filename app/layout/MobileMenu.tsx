import { useState, type MouseEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { useCart, useWishlist } from '#app/state/lists.ts'
import { Dialog, DialogHeader } from '#app/ui/Dialog.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { Picture } from '#app/ui/Picture.tsx'
import { itemCount } from '#domain/cart-changes.ts'
import type { ProductType } from '#domain/product.ts'
import { SHOP } from '#domain/shop.ts'
import { CATEGORY_LINKS } from './categories.ts'
import { AccountOrLogin, type AccountLinkProps } from './CountLinks.tsx'
import { Wordmark } from './Logo.tsx'

const MENU_ID = 'menu'

/** Opens without script as a popover, and once hydrated as a modal dialog, which traps the focus. */
export function MobileMenu() {
  const [isOpen, setOpen] = useState(false)
  const open = (event: MouseEvent) => {
    event.preventDefault()
    if (!openPopover()) setOpen(true)
  }
  const close = () => {
    setOpen(false)
    openPopover()?.hidePopover()
  }
  return (
    <>
      <IconButton
        label="Menu"
        icon={<Icon name="menu" className="size-[min(1.5rem,8vw)]" />}
        popoverTarget={MENU_ID}
        aria-haspopup="dialog"
        onClick={open}
        className="-ml-2 size-[max(44px,min(2.75rem,12vw))] lg:hidden print:hidden"
      />
      <Dialog
        open={isOpen}
        onClose={close}
        label="Menu"
        id={MENU_ID}
        popover="auto"
        className="drawer drawer-left top-0 right-auto left-0 h-dvh w-[min(22rem,calc(100vw-3rem))] shadow-float backdrop:bg-scrim"
      >
        <div className="flex h-full flex-col">
          <DialogHeader
            title={
              <Link to={paths.home} aria-label={`${SHOP.name}, home`} className="py-2">
                <Wordmark />
              </Link>
            }
            popoverTarget={MENU_ID}
            popoverTargetAction="hide"
            onClick={close}
          />
          <MenuLinks />
        </div>
      </Dialog>
    </>
  )
}

function openPopover(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${MENU_ID}:popover-open`)
}

function MenuLinks() {
  return (
    <nav aria-label="Menu" className="grow overflow-y-auto overscroll-contain px-5 pb-8">
      <ul className="border-b border-line py-3 text-lg">
        {CATEGORY_LINKS.map(({ label, to, type }) => (
          <MenuLink key={to} to={to} label={label} type={type} />
        ))}
      </ul>
      <ul className="border-b border-line py-3">
        <MenuLink to={paths.wishlist} label="Wishlist" count={useWishlist().length} />
        <MenuLink to={paths.cart} label="Cart" count={itemCount(useCart())} />
        <AccountOrLogin link={MenuLink} />
      </ul>
      <ul className="py-3 text-ink-soft">
        <MenuLink to={paths.about} label="About" />
        <MenuLink to={paths.blog} label="Blog" />
        <MenuLink to={paths.faq} label="FAQ" />
        <MenuLink to={paths.contact} label="Contact" />
      </ul>
    </nav>
  )
}

interface MenuLinkProps extends AccountLinkProps {
  readonly count?: number
  /** Types with a tile. */
  readonly type?: ProductType
}

function MenuLink({ to, label, type, count = 0 }: MenuLinkProps) {
  return (
    <li>
      <Link to={to} className="flex min-h-12 items-center gap-3 hover:text-gold-ink">
        {type && (
          <Picture
            base={`/pictures/tile-${type}`}
            widths={[320]}
            sizes="2.5rem"
            alt=""
            width={40}
            height={40}
          />
        )}
        <span className="grow">{label}</span>
        {count > 0 && <span className="figures text-sm text-ink-soft">{count}</span>}
      </Link>
    </li>
  )
}
