import type { ReactNode } from 'react'
import { useSession } from '#app/state/session.ts'

interface WhenSignedInProps {
  readonly otherwise: ReactNode
  readonly children: ReactNode
}

export function WhenSignedIn({ otherwise, children }: WhenSignedInProps) {
  return useSession().status === 'signed in' ? children : otherwise
}
