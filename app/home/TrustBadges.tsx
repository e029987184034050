import { formatWholeRupees } from '#domain/money.ts'
import { MADE_TO_ORDER_DAYS, RETURN_DAYS } from '#domain/deadlines.ts'
import { FREE_SHIPPING_FROM, SHOP } from '#domain/shop.ts'

/** See `2.faq.returns`, D5, D9 and D11. */
const PROMISES = [
  {
    title: 'A price you can follow',
    text: 'Metal, making charge and GST, line by line, wherever a price follows the rate of its metal.',
  },
  {
    title: `Free shipping from ${formatWholeRupees(FREE_SHIPPING_FROM)}`,
    text: 'Below that, you see the courier’s rate before you pay.',
  },
  {
    title: `Returns within ${RETURN_DAYS} days`,
    text: 'Unused and in original condition.',
  },
  {
    title: 'Made again for you',
    text: `Sets, bracelets, bangles and anklets out of stock are dispatched in ${MADE_TO_ORDER_DAYS} days.`,
  },
]

export function TrustBadges() {
  return (
    <section
      aria-label={`What ${SHOP.shortName} promises`}
      className="below-fold mt-4 grid gap-x-10 gap-y-8 border-y border-line py-10 sm:grid-cols-2 sm:py-14 lg:grid-cols-4"
    >
      {PROMISES.map(({ title, text }) => (
        <div key={title} className="flex gap-3.5">
          <span aria-hidden="true" className="mt-2.5 size-1.5 shrink-0 rotate-45 bg-gold" />
          <div>
            <h2 className="text-xl">{title}</h2>
            <p className="pt-1.5 text-ink-soft">{text}</p>
          </div>
        </div>
      ))}
    </section>
  )
}
