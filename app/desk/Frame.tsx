import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation, useNavigationType } from 'react-router'
import { signOut, type DeskSession } from '#contract/desk/staff.ts'
import { ROLE_TEXT } from '#domain/permissions.ts'
import { SHOP } from '#domain/shop.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { useDesk, useTitle } from './desk-context.ts'
import { MenuNavigation, screenAt, SideNavigation } from './Navigation.tsx'
import { Shortcuts } from './Shortcuts.tsx'

export function Frame({ session }: { readonly session: DeskSession }) {
  const { send, setSession } = useDesk()
  const leave = async () => {
    const result = await send(signOut)
    if (result.ok) setSession(null)
  }
  const onSignOut = () => void leave()
  useScrollToTop()
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 bg-action text-on-action focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-sm focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <header className="border-b border-line bg-band text-on-band print:hidden">
        <div className="flex items-center gap-x-4 px-4 py-1.5 lg:px-5">
          <MenuNavigation session={session} onSignOut={onSignOut} />
          <p className="grow">
            {SHOP.name} <span className="text-on-band-soft">desk</span>
          </p>
          <Account session={session} onSignOut={onSignOut} />
        </div>
      </header>
      <div className="flex grow">
        <SideNavigation session={session} />
        <main id="main" tabIndex={-1} className="page min-w-0 grow py-8 sm:py-10">
          <PermittedScreen staff={session.staff} />
        </main>
      </div>
      <Shortcuts />
    </>
  )
}

/** A link or a typed URL may lead to a screen that the role does not include. */
function PermittedScreen({ staff }: Pick<DeskSession, 'staff'>) {
  const { may } = useDesk()
  const screen = screenAt(useLocation().pathname)
  if (!screen || may(screen.needs)) return <Outlet />
  return <NotPermitted label={screen.label} role={ROLE_TEXT[staff.role].label.toLowerCase()} />
}

function NotPermitted({ label, role }: { readonly label: string; readonly role: string }) {
  useTitle(label)
  return (
    <>
      <h1 className="text-3xl">{label}</h1>
      <Notice tone="info" className="mt-6 max-w-prose">
        Your role, {role}, does not include this. Ask an owner, who can change your role under People.
      </Notice>
    </>
  )
}

/**
 * A screen starts at its top; Back restores the scroll position of the previous one, as far as the browser knows it.
 */
function useScrollToTop(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [pathname, type])
}

/** In narrow windows it is in the menu. */
function Account({
  session: { staff },
  onSignOut,
}: {
  readonly session: DeskSession
  readonly onSignOut: () => void
}) {
  return (
    <div className="hidden items-center gap-x-5 text-sm lg:flex">
      <p className="text-on-band-soft">
        {staff.name}, {ROLE_TEXT[staff.role].label.toLowerCase()}
      </p>
      <NavLink
        to="/sign-ins"
        className="inline-flex min-h-11 items-center px-1 underline-offset-4 hover:underline aria-[current]:underline"
      >
        My sign-ins
      </NavLink>
      <button
        type="button"
        onClick={onSignOut}
        className="min-h-11 px-1 underline decoration-band-gold underline-offset-4"
      >
        Sign out
      </button>
    </div>
  )
}
