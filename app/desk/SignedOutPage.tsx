import type { ReactNode } from 'react'
import { SHOP } from '#domain/shop.ts'

/** For visitors: staff that are not signed in. */
export function SignedOutPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="page grid grow place-items-center py-10 sm:py-16">
      <div className="w-full max-w-md">
        <p className="text-center text-sm text-ink-soft">{SHOP.name}, desk</p>
        <h1 className="mt-3 text-center text-3xl">{title}</h1>
        <div className="mt-8 grid gap-5">{children}</div>
      </div>
    </main>
  )
}
