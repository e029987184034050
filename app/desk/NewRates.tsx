import { useRef, useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import type { ChangePreview as Preview } from '#contract/desk/editions.ts'
import { previewRates, publishRates, type Rates } from '#contract/desk/rates.ts'
import {
  PRICING_PARAMETER_FIELDS,
  type PricingParameterName,
  type PricingParameterValues,
} from '#domain/rates.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { ChangeSummary, type Accepted } from './ChangeSummary.tsx'
import { useDesk } from './desk-context.ts'
import { PublishAtField } from './Drafts.tsx'
import { ReasonField } from './ReasonField.tsx'
import { dateTime, errorText } from './texts.ts'
import { useForm } from './use-form.ts'

type Published = z.output<(typeof publishRates)['response']>
export type PublishOutcome = Published['outcome']

export const OUTCOME_TEXT: Readonly<Record<PublishOutcome, string>> = {
  published: 'The rates are published. An open page follows at its next request to the shop.',
  scheduled: 'The rates are scheduled.',
  proposed: 'This waits for another staff member, who publishes it here.',
}

type Changes = Partial<PricingParameterValues>

interface NewRatesProps {
  readonly current: Rates
  readonly onDone: (published: Published) => void
  /** Another edition was published meanwhile. */
  readonly onOutdated: () => void
}

/** Today’s rates as fields, the effect of new ones, and publishing them. */
export function NewRates({ current, onDone, onOutdated }: NewRatesProps) {
  const { send } = useDesk()
  const [shown, setShown] = useState<{ changes: Changes; preview: Preview } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const show = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const changes = changesOf(current, new FormData(event.currentTarget))
    setBusy(true)
    const result = await send(previewRates, { body: { baseEdition: current.edition, rates: changes } })
    setBusy(false)
    setProblem(result.ok ? null : errorText(result.error))
    setShown(result.ok ? { changes, preview: result.value } : null)
  }
  return (
    <>
      <form
        onSubmit={(event) => void show(event)}
        onChange={() => setShown(null)}
        className="mt-6 grid gap-5"
      >
        <div className="grid grid-cols-2 gap-x-4 gap-y-4 sm:gap-x-6 lg:grid-cols-3">
          {current.rates.map((rate) => (
            <RateField key={rate.name} {...rate} />
          ))}
        </div>
        {problem && <Notice tone="error">{problem}</Notice>}
        <Button type="submit" variant="secondary" busy={isBusy} className="justify-self-start">
          Show the effect
        </Button>
      </form>
      {shown && (
        <section aria-labelledby="effect" className="mt-8 border-t border-line pt-6">
          <h2 id="effect" className="mb-4 text-xl">
            The effect
          </h2>
          {shown.preview.edition !== current.edition && (
            <Notice tone="info" className="mb-4">
              <p>Edition {shown.preview.edition} was published meanwhile.</p>
              <Button variant="quiet" size="sm" onClick={onOutdated}>
                Reload rates
              </Button>
            </Notice>
          )}
          <ChangeSummary preview={shown.preview}>
            {(accepted) =>
              shown.preview.canPublish && (
                <PublishForm
                  {...shown}
                  baseEdition={current.edition}
                  accepted={accepted}
                  onDone={(published) => {
                    setShown(null)
                    onDone(published)
                  }}
                />
              )
            }
          </ChangeSummary>
        </section>
      )}
    </>
  )
}

function RateField({ name, value, since }: Rates['rates'][number]) {
  const { label, unit } = PRICING_PARAMETER_FIELDS[name]
  const isPercent = unit === 'percent'
  return (
    <Field
      label={`${label}, ${isPercent ? '%' : '₹ per gram'}`}
      name={name}
      inputMode={isPercent ? 'numeric' : 'decimal'}
      autoComplete="off"
      required
      defaultValue={textOf(name, value)}
      pattern={isPercent ? '\\d{1,2}' : '\\d{1,7}(\\.\\d{1,2})?'}
      title={isPercent ? 'A whole number, for example 7' : 'Rupees, for example 7450.50'}
      hint={since === null ? undefined : `Since ${dateTime(since)}`}
    />
  )
}

function textOf(name: PricingParameterName, value: number): string {
  return PRICING_PARAMETER_FIELDS[name].unit === 'percent' ? String(value) : (value / 100).toFixed(2)
}

/** Those whose text differs from the current value. */
function changesOf({ rates }: Rates, fields: FormData): Changes {
  return Object.fromEntries(
    rates.flatMap(({ name, value }) => {
      const entered = Number(fields.get(name))
      const isPercent = PRICING_PARAMETER_FIELDS[name].unit === 'percent'
      const changed = isPercent ? entered : Math.round(entered * 100)
      return changed === value ? [] : [[name, changed]]
    }),
  )
}

interface PublishFormProps {
  readonly changes: Changes
  readonly preview: Preview
  readonly baseEdition: number
  readonly accepted: Accepted
  readonly onDone: (published: Published) => void
}

function PublishForm({ changes, preview, baseEdition, accepted, onDone }: PublishFormProps) {
  const { send } = useDesk()
  // The same for every press, so that a retried call makes no second draft.
  const id = useRef(crypto.randomUUID())
  const { isReady, approval } = accepted
  const form = useForm(
    ({ reason = '', publishAt = '' }) =>
      send(publishRates, {
        body: {
          id: id.current,
          baseEdition,
          rates: changes,
          reason,
          publishAt: publishAt === '' ? null : publishAt,
          approval,
        },
      }),
    onDone,
  )
  return (
    <form onSubmit={form.onSubmit} className="grid max-w-xl gap-5">
      {form.error && <Notice tone="error">{form.error}</Notice>}
      <ReasonField error={form.fieldErrors.reason} />
      {preview.needsSecondPerson ? (
        <p>A rate jumps: another staff member must publish it. They find it here, under Waiting.</p>
      ) : (
        <PublishAtField error={form.fieldErrors.publishAt} />
      )}
      <Button type="submit" busy={form.isBusy} disabled={!isReady} className="justify-self-start">
        {preview.needsSecondPerson ? 'Ask for approval' : 'Publish'}
      </Button>
    </form>
  )
}
