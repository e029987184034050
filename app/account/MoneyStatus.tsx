import type { AccountOrder } from '#contract/account.ts'
import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import { formatRupees } from '#domain/money.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { MONEY_STATUS_TEXT, MONEY_OF_UNKNOWN_STAGE } from './texts.ts'

interface MoneyStatusProps {
  readonly money: AccountOrder['money']
  readonly level: 2 | 4
}

/** Pending and refunded money; nothing for an order that needs neither. */
export function MoneyStatus({ money, level }: MoneyStatusProps) {
  const Heading = level === 2 ? 'h2' : 'h4'
  return money.map(({ stage, amount, since, resolvedBy, direct }) => {
    const { bank, shop, end } = stage === UNKNOWN_VALUE ? MONEY_OF_UNKNOWN_STAGE : MONEY_STATUS_TEXT[stage]
    return (
      <section
        key={`${stage} ${amount} ${resolvedBy}`}
        className="mt-4 border-l-2 border-gold bg-sunken px-4 py-3 text-sm"
      >
        <Heading className="font-sans text-base font-medium">
          Where is my money? <span className="figures">{formatRupees(amount)}</span>
        </Heading>
        <dl className="mt-2 grid gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_1fr]">
          <dt className="text-ink-soft">Your bank shows</dt>
          <dd>{bank}</dd>
          <dt className="text-ink-soft">We know</dt>
          <dd>
            {direct && direct.method !== UNKNOWN_VALUE ? directText(direct) : shop}
            {since !== null && (
              <span className="figures text-ink-soft"> ({formatIndiaDate(new Date(since))})</span>
            )}
          </dd>
          <dt className="text-ink-soft">Resolved by</dt>
          <dd>
            <span className="figures">{formatIndiaDate(new Date(resolvedBy))}</span>: {end}
          </dd>
        </dl>
      </section>
    )
  })
}

function directText({ method, reference }: NonNullable<AccountOrder['money'][number]['direct']>): string {
  return `We have paid it to you by ${method}${reference && `, reference ${reference}`}.`
}
