import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { paths, safeReturnPath } from '#app/paths.ts'
import { loadSession, useSession } from '#app/state/session.ts'

/** Where the visitor goes after signing in (D13). */
export function useReturnPath() {
  const [query] = useSearchParams()
  const to = safeReturnPath(query.get('from'))
  // Undefined for the home page, the default.
  return { to, from: to === paths.home ? undefined : to }
}

export function useAuthPage() {
  const [query] = useSearchParams()
  const returnPath = useReturnPath()
  const session = useSession()
  useEffect(() => {
    // The return from Google signs in without this page's knowledge.
    void loadSession(true)
  }, [])
  return {
    ...returnPath,
    isSignedIn: session.status === 'signed in',
    /** Google's error code, passed on by the auth service. */
    googleError: query.get('error'),
  }
}
