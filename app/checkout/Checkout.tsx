/** Guard, pieces, address, courier, totals, payment: the order-summary view in reading order. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Navigate } from 'react-router'
import type { AuthUser } from '#contract/auth.ts'
import { ShippingAddress as AddressSchema } from '#contract/checkout.ts'
import { shippingCharge, shipsFree, type PricedCart } from '#domain/cart.ts'
import { NOTHING, sum } from '#domain/money.ts'
import { CHECKOUT_MESSAGES, checkoutGaps, type ShippingAddress } from '#domain/shipping.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { usePricedCart } from '#app/state/catalogue.ts'
import { useConfig } from '#app/state/config.ts'
import { syncLists } from '#app/state/sync.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { TestModeNotice } from '#app/layout/TestModeNotice.tsx'
import { AddressForm, type AddressErrors } from './AddressForm.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import { PaymentBanner } from './PaymentBanner.tsx'
import { loadDialog } from './razorpay-dialog.ts'
import { ShippingMethods } from './ShippingMethods.tsx'
import { useAddress } from './use-address.ts'
import { usePayment, type UsePayment } from './use-payment.ts'
import { useShippingRates } from './use-shipping-rates.ts'
import { CATALOGUE_UNREACHABLE, REFUSED_FIELD_WORDS, UNREADABLE_FIELD } from './words.ts'

export function Checkout({ user }: { readonly user: AuthUser }) {
  const priced = usePricedCart()
  const checkoutScriptUrl = useConfig()?.checkoutScriptUrl ?? null
  const pay = usePayment(checkoutScriptUrl)
  const [agreed, setAgreed] = useState<PricedCart | null>(null)
  useEffect(() => {
    // What another device has put in the cart belongs into this order.
    void syncLists()
    // The end of a payment must be told though the connection is lost by then.
    void Promise.allSettled([import('./OrderConfirmation.tsx'), import('./PaymentFailed.tsx')])
  }, [])
  useEffect(() => {
    if (checkoutScriptUrl) void loadDialog(checkoutScriptUrl)
  }, [checkoutScriptUrl])

  if (priced.status === 'failed')
    return (
      <div className="page py-16">
        <Notice tone="trouble">
          <p>{CATALOGUE_UNREACHABLE}</p>
          <Button variant="quiet" size="sm" onClick={priced.retry}>
            Try again
          </Button>
        </Notice>
      </div>
    )
  if (priced.status === 'loading') return null
  // While a payment is under way the order stays as it was agreed, though its completion empties the cart.
  const isOpen = pay.payment.stage === 'idle'
  const cart = !isOpen && agreed ? agreed : priced.cart
  if (isOpen && (cart.isBlocked || cart.buyable.length === 0)) return <Navigate to={paths.cart} replace />
  return <OrderSummary user={user} cart={cart} pay={pay} onAgreed={() => setAgreed(cart)} />
}

interface OrderSummaryProps {
  readonly user: AuthUser
  readonly cart: PricedCart
  readonly pay: UsePayment
  readonly onAgreed: () => void
}

function OrderSummary({ user, cart, pay, onAgreed }: OrderSummaryProps) {
  const { address, courierId, change, choose } = useAddress(user)
  const rates = useShippingRates(address.pincode, cart.buyable)
  const [wasTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const offer =
    rates.status === 'ready'
      ? rates.rates.find(({ courier_company_id }) => courier_company_id === courierId)
      : undefined
  const gaps = checkoutGaps(address, offer?.courier_company_id ?? null)
  const messages = gaps.map((field) => CHECKOUT_MESSAGES[field])
  const shipping = offer ? shippingCharge(cart.subtotal, offer.rate) : null
  const total = sum([cart.subtotal, shipping ?? NOTHING])
  const errors = wasTried ? errorsOf(address, gaps) : {}
  const { isUnderWay } = pay

  const proceed = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const parsed = AddressSchema.safeParse(address)
    if (!offer || gaps.length > 0 || !parsed.success)
      return focusFirstGap(form.current, errorsOf(address, gaps))
    onAgreed()
    void pay.start({
      lines: cart.buyable,
      address: parsed.data,
      courierId: offer.courier_company_id,
      total,
    })
  }

  return (
    <form ref={form} noValidate onSubmit={proceed} className="page">
      <PageTitle title="Order Summary" />
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-12">
          <section aria-label="Pieces">
            <OrderLines lines={cart.buyable} />
          </section>
          <fieldset disabled={isUnderWay} className="grid min-w-0 gap-12">
            <legend className="sr-only">Delivery</legend>
            <AddressForm address={address} onChange={change} errors={errors} />
            <ShippingMethods
              rates={rates}
              subtotal={cart.subtotal}
              courierId={offer?.courier_company_id ?? null}
              onChoose={choose}
              error={errors.courier}
            />
          </fieldset>
        </div>
        <section
          aria-labelledby="totals"
          className="grid gap-6 border border-line bg-raised p-6 lg:sticky lg:top-32"
        >
          <h2 id="totals" className="text-xl">
            Totals
          </h2>
          <OrderTotals
            subtotal={cart.subtotal}
            saving={cart.saving}
            shipping={shipsFree(cart.subtotal) ? NOTHING : shipping}
            total={total}
          />
          <TestModeNotice provider="razorpay" />
          {wasTried && messages.length > 0 && <Notice tone="trouble">{messages.join(', ')}</Notice>}
          <PaymentBanner payment={pay.payment} />
          {pay.payment.stage === 'unconfirmed' ? (
            <ButtonLink to={paths.account}>See your orders</ButtonLink>
          ) : (
            <div className="grid gap-3">
              <Button
                type="submit"
                // Not `disabled`: pressed with gaps it says what is missing (specification, section 5).
                aria-disabled={gaps.length > 0 || undefined}
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
      </div>
    </form>
  )
}

type Errors = AddressErrors & { courier?: string }

/** Beside each field: what is missing, else what the server would not take. */
function errorsOf(address: ShippingAddress, gaps: ReturnType<typeof checkoutGaps>): Errors {
  const parsed = AddressSchema.safeParse(address)
  const refused = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
  return {
    ...Object.fromEntries(refused.map((field) => [field, REFUSED_FIELD_WORDS[field] ?? UNREADABLE_FIELD])),
    ...Object.fromEntries(gaps.map((field) => [field, CHECKOUT_MESSAGES[field]])),
  }
}

/** In the order of the page, which is not quite that of the messages. */
function focusFirstGap(form: HTMLFormElement | null, errors: Errors): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  const first = fields.find((field) => (field.getAttribute('name') ?? '') in errors)
  first?.focus()
}
