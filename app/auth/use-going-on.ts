import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { paths, placeWithin } from '#app/paths.ts'
import { session, useSession } from '#app/state/session.ts'

/** Where a person goes who is signed in, and whether they are already: nobody signs in twice (decisions.md 13). */
export function useGoingOn() {
  const [query] = useSearchParams()
  const person = useSession()
  useEffect(() => {
    // Asked anew: who comes back from Google is signed in without this page having heard of it.
    void session(true)
  }, [])
  const from = placeWithin(query.get('from'))
  return {
    isSignedIn: person.status === 'signed in',
    to: from,
    /** Carried from page to page; left out where it is the home page anyway. */
    from: from === paths.home ? undefined : from,
    /** Google's refusal, as the auth service passes it on. */
    googleError: query.get('error'),
  }
}
