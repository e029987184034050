import type { ReactNode } from 'react'
import { Wordmark } from '#app/layout/Logo.tsx'

interface SignedOutPageProps {
  readonly title: string
  readonly children: ReactNode
  /** Help below the form. */
  readonly help?: ReactNode
}

/** For staff who are not signed in. */
export function SignedOutPage({ title, children, help }: SignedOutPageProps) {
  return (
    <main className="page grid grow place-items-center py-8 sm:py-14">
      <div className="w-full max-w-lg">
        <div className="grid justify-items-center gap-2">
          <Wordmark />
          <p className="text-sm text-ink-soft">Desk</p>
        </div>
        <div className="mt-6 border-t border-line pt-6 sm:border sm:bg-raised sm:p-10">
          <h1 className="text-3xl">{title}</h1>
          <div className="mt-6 grid grid-cols-1 gap-5">{children}</div>
        </div>
        {help && <p className="mt-5 text-sm text-ink-soft sm:px-10">{help}</p>}
      </div>
    </main>
  )
}
