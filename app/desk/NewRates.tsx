import { useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import type { ChangePreview as Preview } from '#contract/desk/editions.ts'
import { previewRates, publishRates, type Rates } from '#contract/desk/rates.ts'
import { PRICING_PARAMETER_FIELDS } from '#domain/rates.ts'
import { newId } from '#app/state/new-id.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { errorText } from '#app/state/error-text.ts'
import { useForm } from '#app/state/use-form.ts'
import { ChangeSummary, type ChangeDecision } from './ChangeSummary.tsx'
import { useDesk } from './desk-context.ts'
import { PublishAtField } from './Drafts.tsx'
import { GstNote } from './GstNote.tsx'
import { rateText, readRateFields, type RateChanges, type RateErrors } from './rate-fields.ts'
import { ReasonField } from './ReasonField.tsx'
import { dateTime } from './texts.ts'
import { usePreview } from './use-preview.ts'

type Published = z.output<(typeof publishRates)['response']>
export type PublishOutcome = Published['outcome']

export const OUTCOME_TEXT: Readonly<Record<PublishOutcome | 'rolled back', string>> = {
  'rolled back':
    'The collection is rolled back. Open pages show it the next time they contact the shop or become visible.',
  published:
    'The rates are published. Open pages show them the next time they contact the shop or become visible.',
  scheduled: 'The rates are scheduled.',
  proposed: 'This waits for another staff member, who publishes it here.',
}

interface NewRatesProps {
  readonly current: Rates
  readonly onDone: (published: Published) => void
  /** Another edition was published meanwhile. */
  readonly onOutdated: () => void
}

/** Today’s rates as fields, the effect of new ones, and their publication. */
export function NewRates({ current, onDone, onOutdated }: NewRatesProps) {
  const { send } = useDesk()
  const [errors, setErrors] = useState<RateErrors>({})
  const { isBusy, shown, error, show, drop } = usePreview((rates: RateChanges, signal) =>
    send(previewRates, { body: { baseEdition: current.edition, rates }, signal }),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const { changes, errors: wrong } = readRateFields(current.rates, (name) => String(fields.get(name) ?? ''))
    setErrors(wrong)
    const first = current.rates.find(({ name }) => wrong[name] !== undefined)
    if (first) {
      const field = form.elements.namedItem(first.name)
      if (field instanceof HTMLElement) field.focus()
      return
    }
    show(changes)
  }
  return (
    <>
      <form noValidate onSubmit={submit} onChange={drop} className="mt-6 grid grid-cols-1 gap-5">
        <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-4 sm:grid-cols-2 sm:gap-x-6 lg:grid-cols-3">
          {current.rates.map((rate) => (
            <RateField key={rate.name} {...rate} error={errors[rate.name]} />
          ))}
        </div>
        <GstNote rates={current.rates} />
        <ErrorNotice>{error && errorText(error)}</ErrorNotice>
        <Button type="submit" variant="secondary" busy={isBusy} className="justify-self-start">
          Show the effect
        </Button>
      </form>
      {shown && (
        <EffectSection
          changes={shown.input}
          preview={shown.preview}
          current={current}
          onOutdated={onOutdated}
          onDone={(published) => {
            drop()
            onDone(published)
          }}
        />
      )}
    </>
  )
}

type EffectSectionProps = NewRatesProps & Pick<PublishFormProps, 'changes' | 'preview'>

function EffectSection({ changes, preview, current, onOutdated, onDone }: EffectSectionProps) {
  return (
    <section aria-labelledby="effect" className="mt-8 border-t border-line pt-6">
      <h2 id="effect" className="mb-4 text-xl">
        The effect
      </h2>
      {preview.edition !== current.edition && (
        <Notice tone="info" className="mb-4">
          <p>Edition {preview.edition} was published meanwhile.</p>
          <Button variant="quiet" size="sm" onClick={onOutdated}>
            Reload rates
          </Button>
        </Notice>
      )}
      <ChangeSummary preview={preview}>
        {(decision) =>
          preview.canPublish && (
            <PublishForm
              changes={changes}
              preview={preview}
              baseEdition={current.edition}
              decision={decision}
              onDone={onDone}
            />
          )
        }
      </ChangeSummary>
    </section>
  )
}

type RateFieldProps = Rates['rates'][number] & { readonly error: string | undefined }

function RateField({ name, value, since, error }: RateFieldProps) {
  const { label, unit } = PRICING_PARAMETER_FIELDS[name]
  const isPercent = unit === 'percent'
  return (
    <Field
      label={`${label}, ${isPercent ? '%' : '₹ per gram'}`}
      name={name}
      inputMode={isPercent ? 'numeric' : 'decimal'}
      autoComplete="off"
      required
      defaultValue={rateText({ name, value })}
      hint={since === null ? undefined : `Since ${dateTime(since)}`}
      error={error}
    />
  )
}

interface PublishFormProps {
  readonly changes: RateChanges
  readonly preview: Preview
  readonly baseEdition: number
  readonly decision: ChangeDecision
  readonly onDone: (published: Published) => void
}

function PublishForm({ changes, preview, baseEdition, decision, onDone }: PublishFormProps) {
  const { send } = useDesk()
  // The same for every press, so that a retry creates no second draft.
  const [id] = useState(newId)
  const { isReady, approval, belowMetalApproval } = decision
  const form = useForm(
    ({ reason = '', publishAt = '' }) =>
      send(publishRates, {
        body: {
          id,
          baseEdition,
          rates: changes,
          reason,
          publishAt: publishAt === '' ? null : publishAt,
          approval,
          belowMetalApproval,
        },
      }),
    onDone,
  )
  return (
    <form onSubmit={form.onSubmit} className="grid grid-cols-1 max-w-xl gap-5">
      <ErrorNotice>{form.error}</ErrorNotice>
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
