import { useState } from 'react'
import { requestOwnReturn, type Returns } from '#contract/returns.ts'
import {
  CUSTOMER_RETURN_REASONS,
  RETURN_RESOLUTIONS,
  type CustomerReturnReason,
  type ReturnResolution,
} from '#domain/return.ts'
import { sizeLabel } from '#domain/sizes.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { fail } from '#app/api.ts'
import { chosenLines, lineField } from '#app/order/line-choice.ts'
import { newId } from '#app/state/new-id.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { SelectField, TextAreaField } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { RETURN_FAILED, RETURN_RESOLUTION_TEXT } from './texts.ts'

interface ReturnFormProps {
  readonly number: string
  readonly until: string
  readonly lines: Returns['lines']
  readonly onRequested: (returns: Returns) => void
}

export function ReturnForm({ until, ...props }: ReturnFormProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OpenForm {...props} onClose={() => setOpen(false)} />
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Return or exchange
      </Button>
      <p className="text-sm text-ink-soft">Possible until {formatIndiaDate(new Date(until))}.</p>
    </div>
  )
}

interface OpenFormProps extends Omit<ReturnFormProps, 'until'> {
  readonly onClose: () => void
}

function OpenForm({ number, lines, onRequested, onClose }: OpenFormProps) {
  // Kept after a lost response, so that a second press retries the same return.
  const [id] = useState(newId)
  const { onSubmit, isBusy, error } = useForm(
    async (fields) => {
      const chosen = chosenLines(lines, fields)
      if (chosen.length === 0) return fail({ message: 'Choose the pieces that you want to return.' })
      const body = {
        id,
        lines: chosen,
        // The options of the fields are these names.
        reason: fields['reason'] as CustomerReturnReason,
        resolution: fields['resolution'] as ReturnResolution,
        note: fields['note'] ?? '',
      }
      return callAuthenticated(requestOwnReturn, { params: { number }, body })
    },
    (returns) => {
      onClose()
      onRequested(returns)
    },
    ({ message }) => message || RETURN_FAILED,
  )

  return (
    <form
      aria-label="Return or exchange"
      className="mt-4 grid gap-5 border border-line p-5"
      onSubmit={onSubmit}
    >
      <ReturnFields lines={lines} />
      <ErrorNotice>{error}</ErrorNotice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Ask for the return
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function ReturnFields({ lines }: Pick<ReturnFormProps, 'lines'>) {
  return (
    <>
      {lines.map((line) => (
        <SelectField
          key={line.position}
          label={`${line.name}${line.size && `, ${sizeLabel(line)}`}`}
          name={lineField(line.position)}
          defaultValue={lines.length === 1 ? '1' : '0'}
          options={Array.from({ length: line.quantity + 1 }, (_, count) => ({
            value: String(count),
            label: count === 0 ? 'Keep' : `Return ${count}`,
          }))}
        />
      ))}
      <SelectField
        label="Reason"
        name="reason"
        options={Object.entries(CUSTOMER_RETURN_REASONS).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        label="What would you like?"
        name="resolution"
        options={RETURN_RESOLUTIONS.map((value) => ({ value, label: RETURN_RESOLUTION_TEXT[value] }))}
      />
      <TextAreaField label="Anything we should know (optional)" name="note" maxLength={500} rows={3} />
      <p className="text-sm text-ink-soft">
        The pieces must be unused and in their original condition. We answer within two working days; once we
        have inspected them, we refund their price to the account or card you paid with. For an exchange you
        then order what you like instead.
      </p>
    </>
  )
}
