import { paths } from '#app/paths.ts'
import { useSession } from '#app/state/session.ts'
import { LoginLink, ToolLink } from './CountLinks.tsx'

/** Account for somebody who is signed in, else Login. */
export function AccountLink() {
  const isSignedIn = useSession().status === 'signed in'
  return isSignedIn ? <ToolLink to={paths.account} icon="user" label="Account" /> : <LoginLink />
}
