import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import * as z from 'zod/mini'
import { AUTH_PATHS, type AuthUser } from '#contract/auth.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { callPath } from '#app/api.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { LoadError } from '#app/ui/LoadError.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { Tabs } from '#app/ui/Tabs.tsx'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'
import { onSignedOut, useSession } from '#app/state/session.ts'
import { syncLists } from '#app/state/sync.ts'
import { Addresses } from './Addresses.tsx'
import { Orders } from './Orders.tsx'
import { ProfileSection } from './Profile.tsx'
import { useKnownSession } from './use-known-session.ts'
import { LOAD_FAILED, LOGOUT_FAILED } from './texts.ts'

export default function Account() {
  const session = useSession()
  const { state, retry } = useKnownSession()
  // After a logout to the home page, not to the sign-in page.
  const [isLeaving, setLeaving] = useState(false)

  if (session.status === 'signed in')
    return (
      <AccountTabs
        key={session.user.id}
        user={session.user}
        onLoggedOut={() => {
          setLeaving(true)
          onSignedOut()
        }}
      />
    )
  if (session.status === 'anonymous')
    return <Navigate to={isLeaving ? paths.home : paths.login(paths.account)} replace />
  return (
    <div className="page">
      <PageTitle title="Account" />
      <WithoutScript>Your account needs JavaScript to be shown.</WithoutScript>
      {state.status === 'failed' ? (
        <LoadError text={LOAD_FAILED} onRetry={retry} />
      ) : (
        <div className="grid max-w-2xl gap-6 noscript:hidden">
          <output className="sr-only">Loading your account</output>
          <Skeleton className="h-11" />
          <Skeleton className="h-72" />
        </div>
      )}
    </div>
  )
}

interface AccountTabsProps {
  readonly user: AuthUser
  readonly onLoggedOut: () => void
}

function AccountTabs({ user, onLoggedOut }: AccountTabsProps) {
  const profile = (
    <div className="grid grid-cols-1 gap-x-20 gap-y-12 lg:grid-cols-2">
      <section aria-labelledby="your-details">
        <h2 id="your-details" className="pb-4 text-2xl">
          Your Details
        </h2>
        <ProfileSection />
      </section>
      <Addresses user={user} />
    </div>
  )
  return (
    <div className="page">
      <div className="flex flex-wrap items-center justify-between gap-x-8">
        <PageTitle title="Account" tagline={`Namaste, ${user.name}`} />
        <Logout onLoggedOut={onLoggedOut} />
      </div>
      <Tabs
        label="Account"
        initial={useLocation().hash.slice(1)}
        tabs={[
          { id: 'profile', label: 'Profile', panel: profile },
          { id: 'orders', label: 'Orders', panel: <Orders /> },
        ]}
      />
    </div>
  )
}

function Logout({ onLoggedOut }: Pick<AccountTabsProps, 'onLoggedOut'>) {
  const { isBusy, error, run } = useCall(
    async () => {
      // Sign-out clears pending changes, which belong to the account.
      await syncLists()
      return callPath('POST', AUTH_PATHS.signOut, z.unknown(), { body: {} })
    },
    onLoggedOut,
    () => LOGOUT_FAILED,
  )
  return (
    <div className="mb-6 grid justify-items-end gap-3">
      <ErrorNotice>{error}</ErrorNotice>
      <Button variant="secondary" size="sm" busy={isBusy} onClick={() => run()}>
        Logout
      </Button>
    </div>
  )
}
