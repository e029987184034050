import { enterFreshCode } from '#contract/desk/staff.ts'
import { FRESH_CODE_MINUTES } from '#domain/permissions.ts'
import { call } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { classes } from '#app/ui/classes.ts'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { CodeField } from './CodeField.tsx'
import { DIALOG, DIALOG_BUTTONS } from './classes.ts'

interface FreshCodeDialogProps {
  readonly open: boolean
  readonly onDone: (isGiven: boolean) => void
}

/** Asks for a fresh code of the app. */
export function FreshCodeDialog({ open, onDone }: FreshCodeDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => onDone(false)}
      label="Confirm that it is you"
      className={classes('above-dialogs', DIALOG)}
    >
      {open && <CodeForm onDone={onDone} />}
    </Dialog>
  )
}

function CodeForm({ onDone }: Pick<FreshCodeDialogProps, 'onDone'>) {
  const form = useForm(
    ({ code = '' }) => call(enterFreshCode, { body: { code } }),
    () => onDone(true),
  )
  return (
    <form onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
      <h2 className="text-xl">Confirm that it is you</h2>
      <ErrorNotice>{form.error}</ErrorNotice>
      <CodeField
        hint={`Then you are not asked again for ${FRESH_CODE_MINUTES} minutes.`}
        error={form.fieldErrors.code}
      />
      <div className={DIALOG_BUTTONS}>
        <Button type="submit" busy={form.isBusy}>
          Confirm
        </Button>
        <Button variant="quiet" onClick={() => onDone(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
