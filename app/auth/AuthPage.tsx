import type { ReactNode } from 'react'
import { WithoutScript } from '#app/ui/WithoutScript.tsx'

interface AuthPageProps {
  readonly title: string
  readonly children: ReactNode
  /** A link to the other auth page. */
  readonly instead: ReactNode
}

export function AuthPage({ title, children, instead }: AuthPageProps) {
  return (
    <div className="page grid place-items-center py-10 sm:py-16">
      <div className="w-full max-w-md">
        <span aria-hidden="true" className="mx-auto block h-px w-16 bg-gold" />
        <h1 className="mt-6 text-center text-3xl">{title}</h1>
        <WithoutScript className="mt-8">This page needs JavaScript.</WithoutScript>
        <div className="mt-8 grid gap-5">{children}</div>
        <p className="mt-8 border-t border-line pt-6 text-center text-ink-soft">{instead}</p>
      </div>
    </div>
  )
}
