import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Navigate, PrefetchPageLinks } from 'react-router'
import type { AuthUser } from '#contract/auth.ts'
import { shippingCharge, shipsFree, type PricedCart } from '#domain/cart.ts'
import { makingDaysOf } from '#domain/delivery.ts'
import { formatRupees, subtract, ZERO, sum, type Paise } from '#domain/money.ts'
import { withOfferCode } from '#domain/offer-code.ts'
import { CHECKOUT_MESSAGES, missingCheckoutFields } from '#domain/shipping.ts'
import { paths } from '#app/paths.ts'
import { AmountList, savingRows } from '#app/ui/AmountList.tsx'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { usePricedCart } from '#app/state/priced-cart.ts'
import { useConfig } from '#app/state/config.ts'
import { useCartGeneration } from '#app/state/lists.ts'
import { useOnline } from '#app/state/online.ts'
import { syncLists } from '#app/state/sync.ts'
import {
  addressErrors,
  normalizeAddress,
  focusFirstInvalid,
  type AddressErrors,
} from '#app/address/address.ts'
import { CART_LOAD_ERROR, LoadError } from '#app/ui/LoadError.tsx'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { TestModeNotice } from '#app/layout/TestModeNotice.tsx'
import { DeliveryAddress } from './DeliveryAddress.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OfferCode, OfferCodeForm } from './OfferCode.tsx'
import { PaymentBanner } from './PaymentBanner.tsx'
import { loadDialog } from './razorpay-dialog.ts'
import { ShippingMethods } from './ShippingMethods.tsx'
import { TaxDetails } from './TaxDetails.tsx'
import { useDelivery } from './use-delivery.ts'
import { useOfferCode, type OfferCodeControls } from './use-offer-code.ts'
import { usePayment, type PaymentControls } from './use-payment.ts'
import { useShippingRates } from './use-shipping-rates.ts'
import { useTaxIdentity, type TaxIdentityControls } from './use-tax-identity.ts'
import { FIELD_NAMES, missingText, PAYING_NEEDS_CONNECTION } from './texts.ts'

export function Checkout({ user }: { readonly user: AuthUser }) {
  const priced = usePricedCart()
  const cartGeneration = useCartGeneration()
  const config = useConfig()
  const checkoutScriptUrl = config?.checkoutScriptUrl ?? null
  const pay = usePayment(config)
  const offer = useOfferCode()
  const [confirmed, setConfirmed] = useState<PricedCart | null>(null)
  useEffect(() => {
    // The cart may have changed on another device.
    void syncLists()
    // Preloads the result pages, because the connection may be lost by then.
    void Promise.allSettled([import('./OrderConfirmation.tsx'), import('./PaymentFailed.tsx')])
  }, [])
  useEffect(() => {
    if (checkoutScriptUrl) void loadDialog(checkoutScriptUrl)
  }, [checkoutScriptUrl])

  if (priced.status === 'failed')
    return (
      <div className="page py-16">
        <LoadError text={CART_LOAD_ERROR} onRetry={priced.retry} />
      </div>
    )
  if (priced.status === 'loading') return null
  // During a payment the page shows the confirmed cart, although the completed order empties it.
  const isIdle = pay.payment.stage === 'idle'
  const cart = !isIdle && confirmed ? confirmed : withOfferCode(priced.cart, offer.terms)
  if (isIdle && (cart.isBlocked || cart.buyable.length === 0)) return <Navigate to={paths.cart} replace />
  return (
    <>
      <OfferCodeForm offer={offer} />
      <CheckoutForm
        user={user}
        cart={cart}
        offer={offer}
        offerSaving={subtract(cart.saving, priced.cart.saving)}
        cartGeneration={cartGeneration}
        pay={pay}
        onConfirm={() => setConfirmed(cart)}
      />
    </>
  )
}

/** The delivery, and the shipping rates to its address; fills in the city that the couriers state for the pincode. */
function useDeliveryRates(user: AuthUser, cart: PricedCart, offerCode: string | undefined) {
  const delivery = useDelivery(user)
  const { address, courierId } = delivery
  // The address is unknown until the saved addresses are loaded.
  const rates = useShippingRates({
    pincode: delivery.saved ? address.pincode : '',
    lines: cart.buyable,
    offerCode,
  })
  const city = rates.status === 'ready' ? rates.city : null
  const { fillCity } = delivery
  useEffect(() => {
    if (city !== null) fillCity(city)
  }, [city, fillCity])
  const offered = rates.status === 'ready' ? rates.rates : []
  // A single courier leaves nothing to choose.
  const rate =
    offered.length === 1
      ? offered[0]
      : offered.find(({ courier_company_id }) => courier_company_id === courierId)
  return { delivery, rates, rate }
}

interface CheckoutFormProps {
  readonly user: AuthUser
  readonly cart: PricedCart
  readonly offer: OfferCodeControls
  /** The discount of the offer code. */
  readonly offerSaving: Paise
  readonly cartGeneration: number | null
  readonly pay: PaymentControls
  readonly onConfirm: () => void
}

function CheckoutForm(props: CheckoutFormProps) {
  const { user, cart, offer, offerSaving, cartGeneration, pay, onConfirm } = props
  const offerCode = offer.terms?.code
  const { delivery, rates, rate } = useDeliveryRates(user, cart, offerCode)
  const { address } = delivery
  const [isSubmitted, setSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const shipping = rate ? shippingCharge(cart.subtotal, rate.rate) : null
  const total = sum([cart.subtotal, shipping ?? ZERO])
  const identity = useTaxIdentity(user.id, { delivery, total })
  const { messages, labels, errors: allErrors } = gapsOf({ delivery, rate, identity, offer })
  const errors: typeof allErrors = isSubmitted ? allErrors : {}

  const proceed = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const shipTo = normalizeAddress(address)
    if (!rate || messages.length > 0 || !shipTo) return focusFirstInvalid(form.current, allErrors)
    onConfirm()
    const checkout = {
      lines: cart.buyable,
      cartGeneration,
      shipTo,
      courierId: rate.courier_company_id,
      total,
      quoteToken: rates.status === 'ready' ? rates.quoteToken : undefined,
      offerCode,
      taxIdentity: identity.typed,
    }
    void pay.start(checkout, {
      onPaid: () => {
        delivery.onPaid(shipTo)
        identity.clearPan()
      },
      onIdentityRejected: identity.reject,
    })
  }

  return (
    <form ref={form} noValidate onSubmit={proceed} className="page" data-quiet>
      <PrefetchPageLinks page={paths.orderSuccess} />
      <PrefetchPageLinks page={paths.orderFailed} />
      <PageTitle title="Order Summary" />
      <div className="grid grid-cols-1 items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-12">
          <section aria-label="Pieces">
            <OrderLines lines={cart.buyable} />
          </section>
          <DeliveryFields {...{ cart, delivery, rates, rate, errors }} isDisabled={pay.isUnderWay} />
          <TaxDetails identity={identity} isSubmitted={isSubmitted} isDisabled={pay.isUnderWay} />
        </div>
        <Totals
          cart={cart}
          shipping={shipping}
          total={total}
          messages={messages}
          labels={labels}
          isSubmitted={isSubmitted}
          pay={pay}
          offerCode={<OfferCode offer={offer} saving={offerSaving} isDisabled={pay.isUnderWay} />}
        />
      </div>
    </form>
  )
}

interface Gaps extends Pick<ReturnType<typeof useDeliveryRates>, 'delivery' | 'rate'> {
  readonly identity: TaxIdentityControls
  readonly offer: OfferCodeControls
}

/** Missing or invalid fields: as messages, as short texts, and by field. */
function gapsOf({ delivery: { address }, rate, identity, offer }: Gaps) {
  const missing = missingCheckoutFields(address, rate?.courier_company_id ?? null)
  return {
    messages: [
      ...missing.map((field) => CHECKOUT_MESSAGES[field]),
      ...Object.values(identity.errors),
      ...(offer.pending === null ? [] : [offer.pending]),
    ],
    labels: [
      ...missing.map((field) => FIELD_NAMES[field]),
      ...(Object.keys(identity.errors).length > 0 ? ['tax details'] : []),
      ...(offer.pending === null ? [] : ['offer code']),
    ],
    errors: {
      ...addressErrors(address),
      ...(missing.includes('courier') && { courier: CHECKOUT_MESSAGES.courier }),
      ...identity.errors,
    },
  }
}

interface DeliveryFieldsProps extends ReturnType<typeof useDeliveryRates> {
  readonly cart: PricedCart
  readonly errors: AddressErrors & { readonly courier?: string }
  readonly isDisabled: boolean
}

function DeliveryFields({ cart, delivery, rates, rate, errors, isDisabled }: DeliveryFieldsProps) {
  return (
    <fieldset disabled={isDisabled} className="grid min-w-0 grid-cols-1 gap-12">
      <legend className="sr-only">Delivery</legend>
      <DeliveryAddress delivery={delivery} errors={errors} />
      <ShippingMethods
        rates={rates}
        subtotal={cart.subtotal}
        makingDays={makingDaysOf(cart.buyable.map(({ product }) => product))}
        courierId={rate?.courier_company_id ?? null}
        onChoose={delivery.chooseCourier}
        error={errors.courier}
      />
    </fieldset>
  )
}

interface TotalsProps {
  readonly cart: PricedCart
  /** Null until a courier is chosen. */
  readonly shipping: Paise | null
  readonly total: Paise
  /** What is missing before the order can be paid; shown once submitted. */
  readonly messages: readonly string[]
  /** Short forms of them, shown before. */
  readonly labels: readonly string[]
  readonly isSubmitted: boolean
  readonly pay: PaymentControls
  readonly offerCode: ReactNode
}

function Totals({ cart, shipping, total, messages, labels, isSubmitted, pay, offerCode }: TotalsProps) {
  const isOnline = useOnline()
  const { isUnderWay, payment } = pay
  const { subtotal, saving } = cart
  const isReady = payment.stage === 'idle' && payment.error === null
  return (
    <section
      aria-labelledby="totals"
      className="grid grid-cols-1 gap-6 border border-line bg-raised p-[min(1.5rem,5vw)] lg:sticky lg:top-32"
    >
      <h2 id="totals" className="text-xl">
        Totals
      </h2>
      <AmountList
        rows={[
          ...savingRows({ subtotal, saving }),
          { label: 'Subtotal', value: formatRupees(subtotal) },
          { label: 'Shipping', value: shippingText(shipsFree(subtotal) ? ZERO : shipping) },
        ]}
        total={{ label: 'Total', value: formatRupees(total) }}
      />
      {offerCode}
      <TestModeNotice provider="razorpay" />
      {messages.length > 0 && (
        <div id={GAPS}>
          {isSubmitted ? (
            <Notice tone="error">{messages.join(', ')}</Notice>
          ) : (
            <p className="text-sm text-pretty text-ink-soft">{missingText(labels)}</p>
          )}
        </div>
      )}
      {!isOnline && isReady && <Notice tone="error">{PAYING_NEEDS_CONNECTION}</Notice>}
      <PaymentBanner payment={payment} />
      {payment.stage !== 'unconfirmed' && (
        <div className="grid gap-3">
          <Button
            type="submit"
            // Not `disabled`: a click lists what is missing (`5.checkout.gaps`).
            aria-disabled={messages.length > 0 || undefined}
            aria-describedby={messages.length > 0 ? GAPS : undefined}
            busy={isUnderWay}
            className="aria-disabled:border-line-strong aria-disabled:bg-sunken aria-disabled:text-ink-soft"
          >
            Proceed to Payment
          </Button>
          {!isUnderWay && (
            <ButtonLink variant="secondary" to={paths.cart}>
              Back to Cart
            </ButtonLink>
          )}
        </div>
      )}
    </section>
  )
}

const GAPS = 'payment-gaps'

function shippingText(shipping: Paise | null): string {
  if (shipping === null) return 'Choose a method'
  return shipping === 0 ? 'Free' : formatRupees(shipping)
}
