/** Links to account, wishlist and cart. Prerendered pages have no counts. */
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { useCart, useWishlist } from '#app/state/lists.ts'
import { signedInStore } from '#app/state/signed-in.ts'
import { useStore } from '#app/state/store.ts'
import { Icon, type IconName } from '#app/ui/Icon.tsx'
import { useIsBrowser } from '#app/ui/use-is-browser.ts'
import { itemCountText } from '#app/product/texts.ts'
import { itemCount } from '#domain/cart-changes.ts'

export function CountLinks() {
  const cartCount = itemCount(useCart())
  const wishlistCount = useWishlist().length
  return (
    <div className="count-links">
      <AccountOrLogin link={AccountLink} />
      <ToolLink to={paths.wishlist} icon="heart" label="Wishlist" count={wishlistCount} />
      <ToolLink to={paths.cart} icon="bag" label="Cart" count={cartCount} />
      <CartCount count={cartCount} />
    </div>
  )
}

export interface AccountLinkProps {
  readonly to: string
  readonly label: string
}

/** Account for a signed-in user, even offline; otherwise Login. */
export function AccountOrLogin({ link: LabelledLink }: { readonly link: ComponentType<AccountLinkProps> }) {
  const isSignedIn = useStore(signedInStore, null) !== null
  return isSignedIn ? (
    <LabelledLink to={paths.account} label="Account" />
  ) : (
    <LabelledLink to={paths.login()} label="Login" />
  )
}

function AccountLink(link: AccountLinkProps) {
  return <ToolLink {...link} icon="user" />
}

interface ToolLinkProps {
  readonly to: string
  readonly icon: IconName
  readonly label: string
  readonly count?: number
}

function ToolLink({ to, icon, label, count = 0 }: ToolLinkProps) {
  return (
    <Link to={to} className="count-link">
      <span className="relative">
        <Icon name={icon} />
        {count > 0 && (
          <span key={count} className="count count-badge">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      <span className="sr-only text-xs lg:not-sr-only">{label}</span>
    </Link>
  )
}

/** Announces changes, but not the count that the page loads with. */
function CartCount({ count }: { readonly count: number }) {
  const [status, setStatus] = useState('')
  const isLoaded = useRef(false)
  const isBrowser = useIsBrowser()
  useEffect(() => {
    if (isLoaded.current) setStatus(`${itemCountText(count)} in the cart`)
  }, [count])
  useEffect(() => {
    isLoaded.current = isBrowser
  }, [isBrowser])
  return <output className="sr-only">{status}</output>
}
