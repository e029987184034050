import type { ReactNode } from 'react'
import { SHOP } from '#domain/shop.ts'
import { classes } from './classes.ts'

interface WithoutScriptProps {
  /** A sentence that names what cannot be shown. */
  readonly children: ReactNode
  /** Adds how to order by phone or e-mail. */
  readonly toBuy?: boolean
  readonly className?: string
}

/** For browsers without JavaScript; the `noscript:` variant hides what needs it. */
export function WithoutScript({ children, toBuy = false, className }: WithoutScriptProps) {
  return (
    <noscript>
      <div className={classes('max-w-2xl border-l-2 border-gold bg-raised px-5 py-4', className)}>
        <p>{children} Please switch it on and load this page again.</p>
        {toBuy && (
          <p className="mt-3">
            Or order from a person: tell us the names of the pieces by telephone,{' '}
            <a href={`tel:${SHOP.phone.replaceAll(' ', '')}`} className="link figures">
              {SHOP.phone}
            </a>
            , or by e-mail,{' '}
            <a href={`mailto:${SHOP.email}?subject=An%20order`} className="link">
              {SHOP.email}
            </a>
            .
          </p>
        )}
      </div>
    </noscript>
  )
}
