import type { ReactNode } from 'react'
import { useSession } from '#app/state/session.ts'

export interface WhenSignedInProps {
  readonly otherwise: ReactNode
  readonly children: ReactNode
}

export function WhenSignedIn({ otherwise, children }: WhenSignedInProps) {
  return useSession().status === 'signed in' ? children : otherwise
}
