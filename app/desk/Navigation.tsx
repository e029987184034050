import { useState } from 'react'
import { NavLink } from 'react-router'
import type { DeskSession } from '#contract/desk/staff.ts'
import { ROLE_TEXT, type Permission } from '#domain/permissions.ts'
import { classes } from '#app/ui/classes.ts'
import { Dialog, DialogHeader } from '#app/ui/Dialog.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'

interface Screen {
  readonly path: string
  readonly label: string
  readonly needs: Permission
}

interface Group {
  readonly label: string
  readonly screens: readonly Screen[]
}

/** Grouped by task; the most used come first. */
const GROUPS: readonly Group[] = [
  {
    label: 'Orders',
    screens: [
      { path: '/today', label: 'Today', needs: 'read-orders' },
      { path: '/orders', label: 'Orders', needs: 'read-orders' },
      { path: '/messages', label: 'Messages', needs: 'answer-messages' },
      { path: '/customers', label: 'Customers', needs: 'read-accounts' },
    ],
  },
  {
    label: 'Shop',
    screens: [
      { path: '/rates', label: 'Rates', needs: 'read-collection' },
      { path: '/collection', label: 'Collection', needs: 'read-collection' },
      { path: '/stock', label: 'Stock', needs: 'read-stock' },
      { path: '/offers', label: 'Offers', needs: 'read-offers' },
      { path: '/newsletters', label: 'Newsletter', needs: 'edit-newsletters' },
    ],
  },
  {
    label: 'Books',
    screens: [
      { path: '/money', label: 'Money', needs: 'read-money' },
      { path: '/tax-documents', label: 'Tax documents', needs: 'read-tax-documents' },
    ],
  },
  {
    label: 'Desk',
    screens: [
      { path: '/opening-list', label: 'Opening list', needs: 'read-opening-list' },
      { path: '/people', label: 'People', needs: 'read-staff' },
      { path: '/audit', label: 'Audit log', needs: 'read-audit-log' },
    ],
  },
]

/** The permission that the screen requires; undefined if every role has it. */
export function screenAt(pathname: string): Screen | undefined {
  return GROUPS.flatMap(({ screens }) => screens).find(
    ({ path }) => pathname === path || pathname.startsWith(`${path}/`),
  )
}

interface NavigationProps {
  readonly session: DeskSession
}

/** Next to the content, if there is room. */
export function SideNavigation({ session }: NavigationProps) {
  return (
    <div className="hidden w-56 shrink-0 border-r border-line lg:block print:hidden">
      <nav aria-label="Desk" className="sticky top-0 max-h-dvh overflow-y-auto overscroll-contain py-3">
        <Screens session={session} />
      </nav>
    </div>
  )
}

/** In a drawer, together with the sign-ins of the narrow header. */
export function MenuNavigation({ session, onSignOut }: NavigationProps & { readonly onSignOut: () => void }) {
  // Null until it is first opened: its content stays while it closes.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const close = () => setOpen(false)
  const { staff } = session
  return (
    <>
      <IconButton
        label="Menu"
        icon={<Icon name="menu" className="size-6" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-ml-2 text-on-band hover:bg-band-line lg:hidden"
      />
      <Dialog
        open={isOpen === true}
        onClose={close}
        label="Menu"
        className="drawer drawer-left top-0 right-auto left-0 h-dvh w-[min(20rem,calc(100vw-3rem))] shadow-float backdrop:bg-scrim"
      >
        {isOpen !== null && (
          <div className="flex h-full flex-col">
            <DialogHeader
              title={
                <p className="min-w-0 py-1 pr-3">
                  {staff.name}
                  <span className="block text-sm text-ink-soft">{ROLE_TEXT[staff.role].label}</span>
                </p>
              }
              onClick={close}
            />
            <nav aria-label="Desk" className="grow overflow-y-auto overscroll-contain py-3">
              <Screens session={session} />
            </nav>
            <div className="border-t border-line py-2">
              <ScreenLink path="/sign-ins" label="My sign-ins" />
              <button
                type="button"
                onClick={onSignOut}
                className="min-h-11 w-full border-l-2 border-ground px-5 text-left text-ink-soft -outline-offset-2 hover:text-ink"
              >
                Sign out
              </button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  )
}

/** Without screens that the role does not include. */
function Screens({ session: { permissions } }: NavigationProps) {
  const groups = GROUPS.map(({ label, screens }) => ({
    label,
    screens: screens.filter(({ needs }) => permissions.includes(needs)),
  })).filter(({ screens }) => screens.length > 0)
  return (
    <ul className="grid grid-cols-1 gap-2">
      {groups.map(({ label, screens }) => (
        <li key={label}>
          {groups.length > 1 && <p className="mb-0.5 pl-5.5 overline-text text-ink-soft">{label}</p>}
          <ul>
            {screens.map((screen) => (
              <li key={screen.path}>
                <ScreenLink {...screen} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function ScreenLink({ path, label }: Pick<Screen, 'path' | 'label'>) {
  return (
    <NavLink
      to={path}
      className={({ isActive }) =>
        classes(
          'flex min-h-11 items-center border-l-2 px-5 -outline-offset-2',
          isActive
            ? 'border-gold bg-sunken font-medium text-ink'
            : 'border-ground text-ink-soft hover:bg-sunken hover:text-ink',
        )
      }
    >
      {label}
    </NavLink>
  )
}
