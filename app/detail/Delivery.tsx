/** "Deliver to": when a piece can be at a pincode and what its parcel costs, by the couriers of the checkout. */
import { useState, type ReactNode } from 'react'
import { shipsFree } from '#domain/cart.ts'
import { formatRupees, formatWholeRupees } from '#domain/money.ts'
import type { DeliveryEstimate as Way } from '#domain/delivery.ts'
import { priceOf } from '#domain/price.ts'
import { availabilityOf, type Product } from '#domain/product.ts'
import { isPincode } from '#domain/shipping.ts'
import { FREE_SHIPPING_FROM, MADE_TO_ORDER_DAYS, PINCODE_LENGTH } from '#domain/shop.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Field } from '#app/ui/Field.tsx'
import { useNearViewport } from '#app/ui/use-near-viewport.ts'
import { saveDeliveryPincode, useDeliveryPincode } from '#app/state/browsing-history.ts'
import type { EstimateError } from './estimate-call.ts'
import { useEstimate } from './use-estimate.ts'

export function Delivery({ product }: { readonly product: Product }) {
  const remembered = useDeliveryPincode()
  /** Null until somebody types. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [place, isNear] = useNearViewport<HTMLFormElement>()
  const pincode = typed ?? remembered
  const isWhole = isPincode(pincode)
  const estimate = useEstimate(product, isWhole && isNear ? pincode : null)

  const city = estimate.status === 'ready' ? estimate.city : null

  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, PINCODE_LENGTH)
    setTyped(digits)
    setRefused(false)
    if (isPincode(digits)) saveDeliveryPincode(digits)
  }
  return (
    <form
      ref={place}
      aria-label="Delivery"
      noValidate
      // Before the scripts answer, Enter and Check must not load the page again.
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        setRefused(!isWhole)
        if (estimate.status === 'failed') estimate.retry()
      }}
      className="flex flex-col gap-3 noscript:hidden"
    >
      <Field
        label={city === null ? 'Deliver to' : `Deliver to ${city}`}
        name="pincode"
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="Pincode"
        maxLength={12}
        value={pincode}
        onChange={(event) => type(event.target.value)}
        error={isRefused ? 'Enter a pincode of six digits.' : null}
        end={
          <button
            type="button"
            onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
            className="min-h-11 px-3.5 text-sm text-ink-soft -outline-offset-2 hover:text-ink"
          >
            Check
          </button>
        }
        className="max-w-64"
      />
      {/* As tall as its answer from the start, so that nothing moves when it comes. */}
      <div
        aria-live="polite"
        className={classes(
          'text-sm',
          shipsFree(priceOf(product).amount) ? 'min-h-12' : 'min-h-[4.375rem] xl:min-h-12',
        )}
      >
        {/* Seen above the field; heard with the answer. */}
        {city !== null && <p className="sr-only">To {city}:</p>}
        {estimate.status === 'not asked' && (
          <p className="text-ink-soft">Enter your pincode to see when it can be with you, and the charge.</p>
        )}
        {estimate.status === 'loading' && <p className="text-ink-soft">Asking the couriers…</p>}
        {estimate.status === 'failed' && (
          <ErrorPages trouble={estimate.trouble} pincode={pincode} onRetry={estimate.retry} />
        )}
        {estimate.status === 'ready' && <Ways ways={estimate.deliveries} product={product} />}
      </div>
    </form>
  )
}

function Ways({ ways, product }: { readonly ways: readonly Way[]; readonly product: Product }) {
  const [way, faster] = ways
  if (!way) return null
  const isMade = availabilityOf(product) === 'made to order'
  const limit = formatWholeRupees(FREE_SHIPPING_FROM)
  if (way.charge === 0)
    return (
      <>
        <p className="text-base">
          <span className="font-medium text-emerald">Free delivery</span> by <Day way={way} />
        </p>
        <p className="text-ink-soft">
          {isMade
            ? `Made for you in ${MADE_TO_ORDER_DAYS} days, then sent with the fastest courier.`
            : 'As the couriers estimate it today.'}
        </p>
      </>
    )
  return (
    <>
      <p className="text-base">
        Delivery by <Day way={way} /> for <Charge way={way} />
      </p>
      <p className="text-ink-soft">
        {faster && (
          <>
            Or by <Day way={faster} /> for <Charge way={faster} />.{' '}
          </>
        )}
        {isMade && `The ${MADE_TO_ORDER_DAYS} days of making are counted in. `}
        Orders of {limit} and more ship free.
      </p>
    </>
  )
}

function Day({ way }: { readonly way: Way }) {
  return (
    <time dateTime={way.arrivesOn} className="font-medium whitespace-nowrap">
      {inWords(way.arrivesOn)}
    </time>
  )
}

/** Tue, 24 November. A date without a time is midnight in UTC. */
function inWords(date: string): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Date(date).toLocaleDateString('en-IN', parts)
}

function Charge({ way }: { readonly way: Way }) {
  return <span className="figures">{formatRupees(way.charge)}</span>
}

interface TroubleProps {
  readonly trouble: EstimateError
  readonly pincode: string
  readonly onRetry: () => void
}

function ErrorPages({ trouble, pincode, onRetry }: TroubleProps) {
  if (trouble === 'not serviceable')
    return (
      <>
        <p className="text-base">
          No courier serves <span className="figures">{pincode}</span> yet.
        </p>
        <p className="text-ink-soft">Perhaps a pincode nearby, of your work or of family?</p>
      </>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <p className="text-base">{TROUBLE_WORDS[trouble]}</p>
      <Button variant="quiet" size="sm" onClick={onRetry} className="-my-2 -ml-4">
        Try again
      </Button>
    </div>
  )
}

const TROUBLE_WORDS: Record<Exclude<EstimateError, 'not serviceable'>, ReactNode> = {
  'no connection': 'There is no connection just now.',
  'too many': 'Those were many enquiries at once. Please wait a minute.',
  'no answer': 'The couriers do not answer just now.',
}
