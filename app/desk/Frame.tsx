import { NavLink, Outlet } from 'react-router'
import { signOut, type DeskSession } from '#contract/desk/staff.ts'
import { ROLE_TEXT, type Permission } from '#domain/permissions.ts'
import { SHOP } from '#domain/shop.ts'
import { classes } from '#app/ui/classes.ts'
import { useDesk } from './desk-context.ts'
import { Shortcuts } from './Shortcuts.tsx'

const SCREENS: readonly { readonly path: string; readonly label: string; readonly needs: Permission }[] = [
  { path: '/today', label: 'Today', needs: 'read-orders' },
  { path: '/orders', label: 'Orders', needs: 'read-orders' },
  { path: '/messages', label: 'Messages', needs: 'answer-messages' },
  { path: '/customers', label: 'Customers', needs: 'read-accounts' },
  { path: '/rates', label: 'Rates', needs: 'read-collection' },
  { path: '/collection', label: 'Collection', needs: 'read-collection' },
  { path: '/offers', label: 'Offers', needs: 'read-offers' },
  { path: '/newsletters', label: 'Newsletter', needs: 'edit-newsletters' },
  { path: '/stock', label: 'Stock', needs: 'read-stock' },
  { path: '/money', label: 'Money', needs: 'read-money' },
  { path: '/tax-documents', label: 'Tax documents', needs: 'read-tax-documents' },
  { path: '/opening-list', label: 'Opening list', needs: 'read-opening-list' },
  { path: '/people', label: 'People', needs: 'read-staff' },
  { path: '/audit', label: 'Audit log', needs: 'read-audit-log' },
  { path: '/sign-ins', label: 'My sign-ins', needs: 'own-account' },
]

export function Frame({ session }: { readonly session: DeskSession }) {
  const { send, setSession } = useDesk()
  const { staff, permissions } = session
  const leave = async () => {
    const result = await send(signOut)
    if (result.ok) setSession(null)
  }
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 bg-action text-on-action focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-sm focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <header className="border-b border-line bg-band text-on-band print:hidden">
        <div className="page flex flex-wrap items-center justify-between gap-x-6 py-2">
          <p className="text-base">
            {SHOP.name} <span className="text-on-band-soft">desk</span>
          </p>
          <div className="flex items-center gap-4 text-sm">
            <p className="text-on-band-soft">
              {staff.name}, {ROLE_TEXT[staff.role].label.toLowerCase()}
            </p>
            <button
              type="button"
              onClick={() => void leave()}
              className="min-h-11 px-1 underline decoration-band-gold underline-offset-4"
            >
              Sign out
            </button>
          </div>
        </div>
      </header>
      <nav aria-label="Desk" className="border-b border-line print:hidden">
        <ul className="page flex gap-4 overflow-x-auto">
          {SCREENS.filter(({ needs }) => permissions.includes(needs)).map(({ path, label }) => (
            <li key={path}>
              <NavLink
                to={path}
                className={({ isActive }) =>
                  classes(
                    'inline-flex min-h-11 items-center border-b-2 px-1 -outline-offset-2 whitespace-nowrap',
                    isActive ? 'border-gold text-ink' : 'border-transparent text-ink-soft hover:text-ink',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1} className="page grow py-8 sm:py-10">
        <Outlet />
      </main>
      <Shortcuts />
    </>
  )
}
