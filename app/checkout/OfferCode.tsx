import { useRef, type FormEvent } from 'react'
import { formatRupees, type Paise } from '#domain/money.ts'
import { offerTermsText } from '#domain/offer-code.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import type { OfferCodeControls } from './use-offer-code.ts'

/** A separate form, whose fields are rendered inside that of the checkout: Enter must not start the payment. */
const FORM = 'offer-code'

export function OfferCodeForm({ offer }: { readonly offer: OfferCodeControls }) {
  const apply = (event: FormEvent) => {
    event.preventDefault()
    offer.apply()
  }
  return <form id={FORM} noValidate onSubmit={apply} />
}

interface OfferCodeProps {
  readonly offer: OfferCodeControls
  /** The discount of the code on this cart. */
  readonly saving: Paise
  readonly isDisabled: boolean
}

export function OfferCode({ offer, saving, isDisabled }: OfferCodeProps) {
  const { typed, terms, error, isChecking } = offer
  const hadFocus = useRef(false)
  /** For the element that replaces the focused one. */
  const takeFocus = (element: HTMLElement | null) => {
    if (hadFocus.current && document.activeElement === document.body) element?.focus()
  }
  return (
    <div
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }) => relatedTarget && (hadFocus.current = false)}
      className="border-t border-line pt-5"
    >
      {terms ? (
        <div className="flex items-start gap-3">
          <Icon name="check" className="mt-1 size-4 shrink-0 text-emerald" />
          <output className="min-w-0 grow">
            <span className="font-medium tracking-wide">{terms.code}</span>
            <span className="block text-sm text-ink-soft">
              {saving > 0
                ? `${offerTermsText(terms)}: you save ${formatRupees(saving)}`
                : `${offerTermsText(terms)}. It lowers no price in this cart.`}
            </span>
          </output>
          <Button ref={takeFocus} variant="quiet" size="sm" disabled={isDisabled} onClick={offer.remove}>
            Remove<span className="sr-only"> offer code</span>
          </Button>
        </div>
      ) : (
        <div className="@container">
          <div className="grid grid-cols-1 items-start gap-3 @min-[14rem]:grid-cols-[minmax(0,1fr)_auto]">
            <Field
              ref={takeFocus}
              form={FORM}
              name="offerCode"
              label="Offer code"
              value={typed}
              onChange={(event) => offer.type(event.target.value)}
              error={error}
              disabled={isDisabled}
              maxLength={60}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
            />
            <Button
              type="submit"
              form={FORM}
              variant="secondary"
              size="sm"
              disabled={isDisabled}
              busy={isChecking}
              className="@min-[14rem]:mt-7"
            >
              Apply
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
