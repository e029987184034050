import { useState } from 'react'
import {
  discardDeskDraft,
  publishDeskDraft,
  readDeskDraft,
  type DraftEntry,
} from '#contract/desk/editions.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Field } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { ChangeSummary, LoadingChanges, type ChangeDecision } from './ChangeSummary.tsx'
import { LAST_BUTTON, WIDE_DIALOG } from './classes.ts'
import { Confirm } from './Confirm.tsx'
import { useDesk, useDeskData } from './desk-context.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { dateTime, INDIA_TIME_LABEL, publicationText } from './texts.ts'

interface DraftsProps {
  readonly drafts: readonly DraftEntry[]
  readonly onChange: (outcome: DraftOutcome) => void
}

export type DraftOutcome = 'published' | 'scheduled' | 'discarded'

export const DRAFT_OUTCOME_TEXT: Readonly<Record<DraftOutcome, string>> = {
  published:
    'The draft is published. Open pages show it the next time they contact the shop or become visible.',
  scheduled: 'The draft is scheduled.',
  discarded: 'The draft is discarded.',
}

/** Changes that wait for a person or their time. */
export function Drafts({ drafts, onChange }: DraftsProps) {
  return (
    <ul className="border-t border-line">
      {drafts.map((draft) => (
        <DraftRow key={draft.id} draft={draft} onChange={onChange} />
      ))}
    </ul>
  )
}

function DraftRow({ draft, onChange }: { readonly draft: DraftEntry } & Pick<DraftsProps, 'onChange'>) {
  const { send, may } = useDesk()
  const { id, createdBy, createdAt, reason, error, changes, changeCount } = draft
  return (
    <li className="flex flex-wrap items-start justify-between gap-4 border-b border-line py-4">
      <div className="min-w-0">
        <p className="break-words">{reason}</p>
        <ul className="text-sm text-ink-soft">
          {changes.map((change) => (
            <li key={change} className="break-words">
              {change}
            </li>
          ))}
          {changeCount > changes.length && <li>and {changeCount - changes.length} more</li>}
        </ul>
        <p className="text-sm text-ink-soft">
          By {createdBy}, {dateTime(createdAt)}. {publicationText(draft)}
        </p>
        {error !== null && <p className="text-sm text-ruby">It was rejected: {error}</p>}
      </div>
      {may('publish-collection') && (
        <div className="flex flex-wrap gap-3">
          <PublishDraft draft={draft} onDone={onChange} />
          <Confirm
            label="Discard"
            about={`the draft: ${reason}`}
            title="Discard the draft"
            confirmLabel="Discard"
            onConfirm={() => send(discardDeskDraft, { params: { id } })}
            onDone={() => onChange('discarded')}
          >
            <p>“{reason}” is not published. Its changes are gone.</p>
          </Confirm>
        </div>
      )}
    </li>
  )
}

interface PublishDraftProps {
  readonly draft: DraftEntry
  readonly onDone: (outcome: DraftOutcome) => void
}

/** Shows the effect of a draft today, and publishes or schedules it. */
function PublishDraft({ draft, onDone }: PublishDraftProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Show and publish <span className="sr-only">the draft: {draft.reason}</span>
      </Button>
      <Dialog open={isOpen} onClose={close} label="Publish the draft" className={WIDE_DIALOG}>
        {isOpen && (
          <DraftPreview
            draft={draft}
            onClose={close}
            onDone={(outcome) => {
              close()
              onDone(outcome)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function DraftPreview({
  draft: { id, reason, isRollback },
  onClose,
  onDone,
}: PublishDraftProps & { readonly onClose: () => void }) {
  const { state, retry } = useDeskData(readDeskDraft, { params: { id } })
  return (
    <div className="grid grid-cols-1 gap-5">
      <h2 className="text-xl break-words">{reason}</h2>
      {state.status === 'loading' && <LoadingChanges />}
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'ready' && (
        <ChangeSummary preview={state.value}>
          {(decision) =>
            state.value.needsSecondPerson ? (
              <p>A rate jumps, and you made this draft: another staff member must publish it.</p>
            ) : (
              state.value.canPublish && (
                <DraftForm id={id} isRollback={isRollback} decision={decision} onDone={onDone} />
              )
            )
          }
        </ChangeSummary>
      )}
      <Button variant="quiet" onClick={onClose} className={LAST_BUTTON}>
        Close
      </Button>
    </div>
  )
}

interface DraftFormProps extends Pick<DraftEntry, 'id' | 'isRollback'> {
  readonly decision: ChangeDecision
  readonly onDone: PublishDraftProps['onDone']
}

function DraftForm({ id, isRollback, decision, onDone }: DraftFormProps) {
  const { send } = useDesk()
  const { isReady, approval, belowMetalApproval } = decision
  const form = useForm(
    ({ publishAt = '' }) =>
      send(publishDeskDraft, {
        params: { id },
        body: { publishAt: publishAt === '' ? null : publishAt, approval, belowMetalApproval },
      }),
    (_, sent) => onDone(new FormData(sent).get('publishAt') ? 'scheduled' : 'published'),
  )
  return (
    <form onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
      <ErrorNotice>{form.error}</ErrorNotice>
      {!isRollback && <PublishAtField error={form.fieldErrors.publishAt} />}
      <Button type="submit" busy={form.isBusy} disabled={!isReady} className="sm:justify-self-start">
        Publish
      </Button>
    </form>
  )
}

export function PublishAtField({ error }: { readonly error?: string | undefined }) {
  return (
    <Field
      label={INDIA_TIME_LABEL}
      name="publishAt"
      type="datetime-local"
      hint="Empty: at once."
      error={error}
      className="max-w-xs"
    />
  )
}
