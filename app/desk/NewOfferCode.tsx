import { useEffect, useRef, useState } from 'react'
import {
  createOfferCode,
  previewOfferCode,
  type NewOfferCode as NewCode,
  type OfferCodePreview,
  type OfferCodes,
} from '#contract/desk/offers.ts'
import { formatRupees } from '#domain/money.ts'
import { normalizeOfferCode, OFFER_PERCENT_MAX, offerTermsText } from '#domain/offer-code.ts'
import { presentationOf } from '#domain/presentation.ts'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { indiaDate } from '#domain/time.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field, SelectField } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Section } from '#app/ui/Section.tsx'
import { errorText } from '#app/state/error-text.ts'
import { useCall } from '#app/state/use-call.ts'
import { useDesk } from './desk-context.ts'
import { usePreview } from './use-preview.ts'

interface NewOfferCodeProps {
  readonly onMade: (code: string, offers: OfferCodes) => void
}

/** The fields of a new code, its effect on today’s prices, and its creation. */
export function NewOfferCode({ onMade }: NewOfferCodeProps) {
  const { send } = useDesk()
  const form = useRef<HTMLFormElement>(null)
  const preview = usePreview(({ code, percent, on, appliesTo }: NewCode, signal) =>
    send(previewOfferCode, { body: { code, percent, on, appliesTo }, signal }),
  )
  const { shown } = preview
  const creation = useCall(
    (body: NewCode) => send(createOfferCode, { body }),
    (offers, made) => {
      // What was typed while it was being made stays.
      const fields = form.current
      if (fields && isSame(codeOf(new FormData(fields)), made)) {
        preview.drop()
        fields.reset()
      }
      onMade(made.code, offers)
    },
  )
  const error = preview.error ? errorText(preview.error) : creation.error
  const fieldErrors = { ...preview.error?.fields, ...creation.fieldErrors }
  const hasFieldErrors = Object.keys(fieldErrors).length > 0
  useEffect(() => {
    if (hasFieldErrors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [hasFieldErrors])
  return (
    <Section id="new-code" title="A new code" titleClassName="text-xl" className="mt-12">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          preview.show(codeOf(new FormData(event.currentTarget)))
        }}
        onChange={() => {
          preview.drop()
          creation.clearError()
        }}
        className="mt-5 grid grid-cols-1 gap-6"
      >
        <Terms fieldErrors={fieldErrors} />
        <Validity fieldErrors={fieldErrors} />
        {error && !hasFieldErrors && <Notice tone="error">{error}</Notice>}
        {!shown && (
          <Button type="submit" variant="secondary" busy={preview.isBusy} className="justify-self-start">
            Show the effect
          </Button>
        )}
      </form>
      <div aria-live="polite">
        {shown && (
          <div className="mt-6 grid grid-cols-1 gap-4">
            <Effect code={shown.input} preview={shown.preview} />
            <Button
              busy={creation.isBusy}
              onClick={() => creation.run(shown.input)}
              className="justify-self-start"
            >
              Make {shown.input.code}
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}

interface FieldsProps {
  readonly fieldErrors: Readonly<Record<string, string>>
}

const BASES = [
  { value: 'price', label: 'The price' },
  { value: 'making charge', label: 'The making charges' },
] as const

function Terms({ fieldErrors }: FieldsProps) {
  // Of the list or of one of its keys, for example `appliesTo.2`.
  const piecesError = Object.entries(fieldErrors).find(([name]) => name.startsWith('appliesTo'))?.[1]
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3 sm:gap-6">
        <Field
          label="Code"
          name="code"
          required
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
          hint="4 to 20 letters and digits"
          error={fieldErrors.code}
        />
        <Field
          label="Percent off"
          name="percent"
          required
          inputMode="numeric"
          pattern="[1-9]\d?|100"
          title="A whole number, for example 10"
          autoComplete="off"
          hint={`At most ${OFFER_PERCENT_MAX.price}% off the price`}
          error={fieldErrors.percent}
        />
        <SelectField label="Taken off" name="on" options={BASES} error={fieldErrors.on} />
      </div>
      <fieldset>
        <legend className="font-medium">Pieces</legend>
        <p className="text-sm text-ink-soft">Nothing chosen means every piece.</p>
        <div className="mt-1 flex flex-wrap gap-x-6">
          {PRODUCT_TYPES.map((type) => (
            <label key={type} className="flex min-h-11 items-center gap-3">
              <input type="checkbox" name="types" value={type} className="size-5" />
              {presentationOf(type).label}
            </label>
          ))}
        </div>
        <Field
          label="Single pieces by SKU"
          name="skus"
          maxLength={1000}
          autoComplete="off"
          hint="For example rings-801, chains-302"
          error={piecesError}
          className="mt-3"
        />
      </fieldset>
    </>
  )
}

function Validity({ fieldErrors }: FieldsProps) {
  const [today] = useState(() => indiaDate(new Date()))
  const limit = {
    inputMode: 'numeric',
    pattern: '[1-9]\\d{0,5}',
    title: 'A whole number',
    autoComplete: 'off',
  } as const
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-4">
      <Field
        label="First day"
        name="firstDay"
        type="date"
        required
        defaultValue={today}
        error={fieldErrors.firstDay}
      />
      <Field
        label="Last day"
        name="lastDay"
        type="date"
        hint="Empty: until you end it"
        error={fieldErrors.lastDay}
      />
      <Field
        {...limit}
        label="Orders at most"
        name="ordersMax"
        hint="Empty: any number"
        error={fieldErrors.ordersMax}
      />
      <Field
        {...limit}
        label="For each customer"
        name="ordersPerCustomerMax"
        defaultValue="1"
        hint="Empty: any number"
        error={fieldErrors.ordersPerCustomerMax}
      />
    </div>
  )
}

function Effect({ code, preview }: { readonly code: NewCode; readonly preview: OfferCodePreview }) {
  const { pieces, cheaper, savingMin, savingMax, reductionMax } = preview
  return (
    <Notice tone="info">
      <p>
        <span className="font-medium">{code.code}</span>: {offerTermsText(code)}.{' '}
        {cheaper === 0
          ? `None of ${pieces} pieces costs less with it.`
          : `${cheaper} of ${pieces} pieces cost less, by ${formatRupees(savingMin)} to ${formatRupees(savingMax)} each: at most ${reductionMax}% of what shoppers see.`}
      </p>
      {cheaper < pieces && cheaper > 0 && (
        <p className="mt-1 text-sm">The others have a special offer that saves more, or a fixed price.</p>
      )}
    </Notice>
  )
}

function isSame(one: NewCode, other: NewCode): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The server reports what is wrong with values that this page cannot parse. */
function codeOf(fields: FormData): NewCode {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  const limit = (name: string) => (text(name) === '' ? null : Number(text(name)))
  const keys = [...fields.getAll('types').map(String), ...text('skus').split(/[\s,]+/)]
  return {
    code: normalizeOfferCode(text('code')),
    percent: Number(text('percent')),
    on: text('on') === 'making charge' ? 'making charge' : 'price',
    appliesTo: keys.filter((key): key is NewCode['appliesTo'][number] => key !== ''),
    firstDay: text('firstDay'),
    lastDay: text('lastDay') === '' ? null : text('lastDay'),
    ordersMax: limit('ordersMax'),
    ordersPerCustomerMax: limit('ordersPerCustomerMax'),
  }
}
