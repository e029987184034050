import { useState } from 'react'
import type * as z from 'zod/mini'
import { readRollback, rollBackCollection, type ChangePreview as Preview } from '#contract/desk/editions.ts'
import { newId } from '#app/state/new-id.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { ChangeSummary, LoadingChanges, type ChangeDecision } from './ChangeSummary.tsx'
import { LAST_BUTTON, WIDE_DIALOG } from './classes.ts'
import { useDesk, useDeskData } from './desk-context.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { ReasonField } from './ReasonField.tsx'

export type RollBackOutcome = z.output<(typeof rollBackCollection)['response']>['outcome']

interface RollBackProps {
  readonly edition: number
  readonly onDone: (outcome: RollBackOutcome) => void
}

/** A button that shows the effect of a rollback, and performs it. */
export function RollBack({ edition, onDone }: RollBackProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const title = `Roll back to edition ${edition}`
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Roll back <span className="sr-only">to edition {edition}</span>
      </Button>
      <Dialog open={isOpen} onClose={close} label={title} className={WIDE_DIALOG}>
        {isOpen && (
          <div className="grid grid-cols-1 gap-5">
            <h2 className="text-xl">{title}</h2>
            <p>
              The whole collection becomes as it was: rates, products and selections. What was added since is
              retired.
            </p>
            <RollbackPreview
              edition={edition}
              onDone={(outcome) => {
                close()
                onDone(outcome)
              }}
            />
            <Button variant="quiet" onClick={close} className={LAST_BUTTON}>
              Cancel
            </Button>
          </div>
        )}
      </Dialog>
    </>
  )
}

function RollbackPreview({ edition, onDone }: RollBackProps) {
  const { state, retry } = useDeskData(readRollback, { params: { number: String(edition) } })
  if (state.status === 'failed') return <NotLoaded onRetry={retry} />
  if (state.status !== 'ready') return <LoadingChanges />
  return (
    <ChangeSummary preview={state.value}>
      {(decision) =>
        state.value.canPublish && (
          <RollbackForm edition={edition} preview={state.value} decision={decision} onDone={onDone} />
        )
      }
    </ChangeSummary>
  )
}

interface RollbackFormProps extends RollBackProps {
  readonly preview: Preview
  readonly decision: ChangeDecision
}

function RollbackForm({ edition, preview, decision, onDone }: RollbackFormProps) {
  const { send } = useDesk()
  // The same for every press, so that a retry creates no second draft.
  const [id] = useState(newId)
  const { isReady, approval, belowMetalApproval } = decision
  const form = useForm(
    ({ reason = '' }) =>
      send(rollBackCollection, {
        params: { number: String(edition) },
        body: { id, baseEdition: preview.edition, reason, approval, belowMetalApproval },
      }),
    ({ outcome }) => onDone(outcome),
  )
  return (
    <form onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
      <ErrorNotice>{form.error}</ErrorNotice>
      <ReasonField error={form.fieldErrors.reason} />
      {preview.needsSecondPerson && (
        <p>A rate jumps: another staff member must publish it. They find it under Rates and in Collection.</p>
      )}
      <Button type="submit" busy={form.isBusy} disabled={!isReady} className="sm:justify-self-start">
        {preview.needsSecondPerson ? 'Ask for approval' : 'Roll back'}
      </Button>
    </form>
  )
}
