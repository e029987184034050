import { shippingCharge } from '#domain/cart.ts'
import { formatRupees, formatWholeRupees, type Paise } from '#domain/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { LOADING_SHIPPING } from './texts.ts'
import type { ShippingRates } from './use-shipping-rates.ts'

interface ShippingMethodsProps {
  readonly rates: ShippingRates
  readonly subtotal: Paise
  readonly courierId: number | null
  readonly onChoose: (courierId: number) => void
  readonly error?: string
}

export function ShippingMethods({ rates, subtotal, courierId, onChoose, error }: ShippingMethodsProps) {
  return (
    <fieldset aria-describedby={error ? 'courier-error' : undefined}>
      <legend className="mb-4 font-serif text-xl font-medium">Shipping Method</legend>
      {rates.status === 'pincode incomplete' && (
        <p className="text-ink-soft">Enter your pincode to see who can deliver to you.</p>
      )}
      {rates.status === 'loading' && <Notice tone="info">{LOADING_SHIPPING}</Notice>}
      {rates.status === 'failed' && (
        <Notice tone="error">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p>{rates.message}</p>
            {/* Named like the field, so that it gets the focus while there are no rates to choose from. */}
            <Button name="courier" variant="quiet" size="sm" onClick={rates.retry}>
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {rates.status === 'ready' && (
        <div className="grid gap-3">
          {rates.rates.map((rate) => (
            <label
              key={rate.courier_company_id}
              className="flex min-h-16 items-center gap-4 border border-line bg-raised px-4 py-3 transition-colors hover:border-line-strong has-checked:border-action has-checked:bg-ground"
            >
              <input
                type="radio"
                name="courier"
                value={rate.courier_company_id}
                checked={rate.courier_company_id === courierId}
                onChange={() => onChoose(rate.courier_company_id)}
                className="size-5 shrink-0"
              />
              <span className="min-w-0 grow">
                <span className="block font-medium">{rate.courier_name}</span>
                <span className="block text-sm text-ink-soft">{arrivalText(rate.estimated_days)}</span>
              </span>
              <Charge rate={rate.rate} subtotal={subtotal} />
            </label>
          ))}
        </div>
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

/** Free shipping shows the saving (D9). */
function Charge({ rate, subtotal }: { readonly rate: Paise; readonly subtotal: Paise }) {
  const charge = shippingCharge(subtotal, rate)
  if (charge > 0) return <span className="figures">{formatRupees(charge)}</span>
  return (
    <span className="flex flex-col items-end sm:flex-row sm:items-baseline sm:gap-2">
      <s className="figures text-sm text-ink-soft">
        <span className="sr-only">Instead of </span>
        {formatRupees(rate)}
      </s>
      <span className="figures font-medium text-emerald">{formatWholeRupees(charge)}</span>
    </span>
  )
}

function arrivalText(days: number): string {
  const wholeDays = Math.ceil(days)
  return wholeDays === 1 ? 'Arrives in about 1 day' : `Arrives in about ${wholeDays} days`
}
