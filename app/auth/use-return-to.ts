import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { paths, placeWithin } from '#app/paths.ts'
import { loadSession, useSession } from '#app/state/session.ts'

/** Where a person was heading (D13). */
export function useReturnPath() {
  const [query] = useSearchParams()
  const to = placeWithin(query.get('from'))
  // Carried from page to page; left out where it is the home page anyway.
  return { to, from: to === paths.home ? undefined : to }
}

/** Where a person goes who is signed in, and whether they are already: nobody signs in twice. */
export function useReturnTo() {
  const [query] = useSearchParams()
  const origin = useReturnPath()
  const person = useSession()
  useEffect(() => {
    // Asked anew: who comes back from Google is signed in without this page having heard of it.
    void loadSession(true)
  }, [])
  return {
    ...origin,
    isSignedIn: person.status === 'signed in',
    /** Google's refusal, as the auth service passes it on. */
    googleError: query.get('error'),
  }
}
