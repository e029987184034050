/** "Deliver to": the delivery date and the shipping charge for a pincode, from the couriers of the checkout. */
import { useState } from 'react'
import { shipsFree } from '#domain/cart.ts'
import { formatDay } from '#domain/time.ts'
import { formatRupees, formatWholeRupees } from '#domain/money.ts'
import type { DeliveryEstimate } from '#domain/delivery.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { availabilityOf } from '#domain/product.ts'
import { isPincode } from '#domain/shipping.ts'
import { MADE_TO_ORDER_DAYS } from '#domain/deadlines.ts'
import { PINCODE_LENGTH } from '#domain/limits.ts'
import { FREE_SHIPPING_FROM } from '#domain/shop.ts'
import type { CallError } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Field } from '#app/ui/Field.tsx'
import { useNearViewport } from '#app/ui/use-near-viewport.ts'
import { saveDeliveryPincode, useDeliveryPincode } from '#app/state/browsing-history.ts'
import { useEstimate } from './use-estimate.ts'

export function Delivery({ product }: { readonly product: PricedProduct }) {
  const savedPincode = useDeliveryPincode()
  /** Null until the shopper types. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isInvalid, setInvalid] = useState(false)
  const [form, isNear] = useNearViewport<HTMLFormElement>()
  const pincode = typed ?? savedPincode
  const isComplete = isPincode(pincode)
  const { state: estimate, retry } = useEstimate(product, isComplete && isNear ? pincode : null)

  const city = estimate.status === 'ready' ? estimate.value.city : null

  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, PINCODE_LENGTH)
    setTyped(digits)
    setInvalid(false)
    if (isPincode(digits)) saveDeliveryPincode(digits)
  }
  return (
    <form
      ref={form}
      aria-label="Delivery"
      noValidate
      // Before hydration, Enter and Check must not reload the page.
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        setInvalid(!isComplete)
        if (estimate.status === 'failed') retry()
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
        error={isInvalid ? 'Enter a pincode of six digits.' : null}
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
      <Estimate product={product} pincode={pincode} estimate={estimate} onRetry={retry} />
    </form>
  )
}

interface EstimateProps {
  readonly product: PricedProduct
  readonly pincode: string
  readonly estimate: ReturnType<typeof useEstimate>['state']
  readonly onRetry: () => void
}

/** Reserves the height of the result, to avoid a layout shift. */
function Estimate({ product, pincode, estimate, onRetry }: EstimateProps) {
  const city = estimate.status === 'ready' ? estimate.value.city : null
  return (
    <div
      aria-live="polite"
      className={classes(
        'text-sm',
        shipsFree(product.price.amount) ? 'min-h-12' : 'min-h-[4.375rem] xl:min-h-12',
      )}
    >
      {/* Visible above the field; read out with the result. */}
      {city !== null && <p className="sr-only">To {city}:</p>}
      {estimate.status === 'idle' && (
        <p className="text-pretty text-ink-soft">
          Enter your pincode to see when it can be with you, and the charge.
        </p>
      )}
      {estimate.status === 'loading' && <p className="text-ink-soft">Asking the couriers…</p>}
      {estimate.status === 'failed' && (
        <EstimateErrorText error={estimate.error} pincode={pincode} onRetry={onRetry} />
      )}
      {estimate.status === 'ready' && <Deliveries deliveries={estimate.value.deliveries} product={product} />}
    </div>
  )
}

interface DeliveriesProps {
  readonly deliveries: readonly DeliveryEstimate[]
  readonly product: PricedProduct
}

function Deliveries({ deliveries, product }: DeliveriesProps) {
  const [cheapest, faster] = deliveries
  if (!cheapest) return null
  const isMade = availabilityOf(product) === 'made to order'
  const limit = formatWholeRupees(FREE_SHIPPING_FROM)
  if (cheapest.charge === 0)
    return (
      <>
        <p className="text-base">
          <span className="font-medium text-emerald">Free delivery</span> by <Day delivery={cheapest} />
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
        Delivery by <Day delivery={cheapest} /> for <Charge delivery={cheapest} />
      </p>
      <p className="text-ink-soft">
        {faster && (
          <>
            Or by <Day delivery={faster} /> for <Charge delivery={faster} />.{' '}
          </>
        )}
        {isMade && `The ${MADE_TO_ORDER_DAYS} days of making are counted in. `}
        Orders of {limit} and more ship free.
      </p>
    </>
  )
}

function Day({ delivery }: { readonly delivery: DeliveryEstimate }) {
  return (
    <time dateTime={delivery.arrivesOn} className="font-medium whitespace-nowrap">
      {formatDay(delivery.arrivesOn)}
    </time>
  )
}

function Charge({ delivery }: { readonly delivery: DeliveryEstimate }) {
  return <span className="figures">{formatRupees(delivery.charge)}</span>
}

interface EstimateErrorProps extends Pick<EstimateProps, 'pincode' | 'onRetry'> {
  readonly error: CallError
}

function EstimateErrorText({ error, pincode, onRetry }: EstimateErrorProps) {
  if (error.code === 'not-serviceable')
    return (
      <>
        <p className="text-base">
          No courier serves <span className="figures">{pincode}</span> yet.
        </p>
        <p className="text-ink-soft">Try a pincode nearby, such as that of your work or family.</p>
      </>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <p className="text-base">{estimateErrorText(error)}</p>
      <Button variant="quiet" size="sm" onClick={onRetry} className="-my-2 -ml-4">
        Try again
      </Button>
    </div>
  )
}

function estimateErrorText({ status, code }: CallError): string {
  if (status === 0) return 'There is no connection at the moment.'
  return code === 'too-many-requests'
    ? 'Too many requests. Please try again in a minute.'
    : 'The couriers cannot be reached at the moment.'
}
