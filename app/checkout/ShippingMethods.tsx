import { useState } from 'react'
import type { ShippingRate } from '#contract/shipping.ts'
import { shippingCharge } from '#domain/cart.ts'
import { arrivalDate } from '#domain/delivery.ts'
import { formatRupees, formatWholeRupees, type Paise } from '#domain/money.ts'
import { formatDay } from '#domain/time.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { LOADING_SHIPPING } from './texts.ts'
import type { ShippingRates } from './use-shipping-rates.ts'

interface ShippingMethodsProps {
  readonly rates: ShippingRates
  readonly subtotal: Paise
  /** Shown before the dispatch. */
  readonly makingDays: number
  readonly courierId: number | null
  readonly onChoose: (courierId: number) => void
  readonly error?: string
}

export function ShippingMethods(props: ShippingMethodsProps) {
  const { rates, subtotal, makingDays, courierId, onChoose, error } = props
  return (
    <fieldset aria-describedby={error ? 'courier-error' : undefined} className="min-w-0">
      <legend className="mb-4 font-serif text-xl font-medium">Shipping Method</legend>
      {rates.status === 'pincode incomplete' && (
        <p className="text-ink-soft">Enter your pincode to see who can deliver to you.</p>
      )}
      {rates.status === 'loading' && <Notice tone="info">{LOADING_SHIPPING}</Notice>}
      {rates.status === 'failed' && (
        <Notice tone="error">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
            <p>{rates.message}</p>
            {/* Named like the field, so that it gets the focus while there are no rates to choose from. */}
            <Button name="courier" variant="quiet" size="sm" onClick={rates.retry} className="-mx-4 -my-2.5">
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {rates.status === 'ready' && (
        <Methods rates={rates.rates} subtotal={subtotal} {...{ makingDays, courierId, onChoose }} />
      )}
      {error && rates.status !== 'failed' && (
        <p id="courier-error" className="mt-2 flex items-start gap-1.5 text-sm text-ruby">
          <Icon name="warning" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface MethodsProps extends Omit<ShippingMethodsProps, 'rates' | 'error'> {
  readonly rates: readonly ShippingRate[]
}

/** The cheapest and the fastest courier; others are collapsed, unless one of them is chosen. */
function Methods({ rates, makingDays, ...props }: MethodsProps) {
  const { subtotal, courierId } = props
  const [cheapest] = rates.toSorted(
    (one, other) =>
      shippingCharge(subtotal, one.rate) - shippingCharge(subtotal, other.rate) ||
      one.estimated_days - other.estimated_days,
  )
  const [now] = useState(() => new Date())
  const [fastest] = rates.toSorted((one, other) => one.estimated_days - other.estimated_days)
  const first = new Set([cheapest, fastest])
  const others = rates.filter((rate) => !first.has(rate))
  const labelOf = (rate: ShippingRate) =>
    rate === fastest ? 'Fastest' : rate === cheapest ? 'Lowest price' : null
  const method = (rate: ShippingRate) => (
    <Method
      key={rate.courier_company_id}
      rate={rate}
      label={labelOf(rate)}
      arrivesOn={arrivalDate(now, { makingDays, courierDays: rate.estimated_days })}
      {...props}
    />
  )
  const isOtherChosen = others.some(({ courier_company_id }) => courier_company_id === courierId)
  return (
    <div className="grid grid-cols-1 gap-3">
      {[...first].filter((rate) => rate !== undefined).map(method)}
      {others.length > 0 && (
        <details open={isOtherChosen || undefined} className="group">
          <summary className="flex min-h-11 w-fit items-center gap-2 text-sm hover:text-gold-ink">
            {others.length === 1 ? 'Another courier' : `${others.length} other couriers`}
            <Icon name="chevron-down" className="size-3.5 group-open:rotate-180" />
          </summary>
          <div className="grid grid-cols-1 gap-3 pt-1">{others.map(method)}</div>
        </details>
      )}
    </div>
  )
}

interface MethodProps extends Omit<MethodsProps, 'rates' | 'makingDays'> {
  readonly rate: ShippingRate
  readonly label: string | null
  readonly arrivesOn: string
}

function Method({ rate, label, arrivesOn, subtotal, courierId, onChoose }: MethodProps) {
  return (
    <label className="flex min-h-16 flex-wrap items-center gap-x-[min(1rem,3vw)] border border-line bg-raised px-[min(1rem,4vw)] py-3 transition-colors hover:border-line-strong has-checked:border-action has-checked:bg-ground">
      <input
        type="radio"
        name="courier"
        value={rate.courier_company_id}
        checked={rate.courier_company_id === courierId}
        onChange={() => onChoose(rate.courier_company_id)}
        className="radio"
      />
      <span className="min-w-0 grow basis-28">
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-medium">
            By <time dateTime={arrivesOn}>{formatDay(arrivesOn)}</time>
          </span>
          {label && <span className="text-sm text-gold-ink">{label}</span>}
        </span>
        <span className="block text-sm text-ink-soft">{rate.courier_name}</span>
      </span>
      <Charge rate={rate.rate} subtotal={subtotal} />
    </label>
  )
}

/** Free shipping shows the saving (D9). */
function Charge({ rate, subtotal }: { readonly rate: Paise; readonly subtotal: Paise }) {
  const charge = shippingCharge(subtotal, rate)
  if (charge > 0) return <span className="ml-auto figures">{formatRupees(charge)}</span>
  return (
    <span className="ml-auto flex flex-col items-end sm:flex-row sm:items-baseline sm:gap-2">
      <s className="figures text-sm text-ink-soft">
        <span className="sr-only">Instead of </span>
        {formatRupees(rate)}
      </s>
      <span className="figures font-medium text-emerald">{formatWholeRupees(charge)}</span>
    </span>
  )
}
