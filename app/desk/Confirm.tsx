import { createContext, useState, type ReactNode } from 'react'
import type { CallResult } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { DIALOG, DIALOG_BUTTONS } from './classes.ts'

interface ConfirmProps<Value> {
  /** The label of the button that opens it. */
  readonly label: string
  /** Tells screen readers what it concerns. */
  readonly about: string
  readonly canOpen?: boolean
  /** The suggested next step. */
  readonly isNext?: boolean
  readonly title: string
  /** Explains the effect. */
  readonly children: ReactNode
  readonly confirmLabel: string
  /** Label of the button that cancels. */
  readonly closeLabel?: string
  /** False while the input requests nothing, or something impossible. */
  readonly canConfirm?: boolean
  /** Resolves with null if an input is missing, which the caller shows on its field. */
  readonly onConfirm: (fields: Readonly<Record<string, string>>) => Promise<CallResult<Value> | null>
  readonly onDone: (value: Value) => void
  readonly onOpen?: () => void
  readonly onClose?: () => void
}

/** What is wrong with the fields of the dialog around it, by name. */
export const ConfirmErrors = createContext<Readonly<Record<string, string>>>({})

/** A button whose act is explained and confirmed first. */
export function Confirm<Value>(props: ConfirmProps<Value>) {
  const { label, about, canOpen = true, isNext = false, title, onOpen, onClose } = props
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    onOpen?.()
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    onClose?.()
  }
  return (
    <>
      <Button variant={isNext ? 'primary' : 'secondary'} size="sm" disabled={!canOpen} onClick={open}>
        {label} <span className="sr-only">{about}</span>
      </Button>
      <Dialog open={isOpen} onClose={close} label={title} className={DIALOG}>
        {isOpen && <ConfirmForm {...props} onClose={close} />}
      </Dialog>
    </>
  )
}

function ConfirmForm<Value>({
  title,
  children,
  confirmLabel,
  closeLabel = 'Close',
  canConfirm = true,
  onConfirm,
  onDone,
  onClose,
}: ConfirmProps<Value> & { readonly onClose: () => void }) {
  const form = useForm(onConfirm, (value) => {
    onClose()
    onDone(value)
  })
  return (
    <form onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
      <h2 className="text-xl wrap-anywhere">{title}</h2>
      <ErrorNotice>{form.error}</ErrorNotice>
      <ConfirmErrors value={form.fieldErrors}>{children}</ConfirmErrors>
      <div className={DIALOG_BUTTONS}>
        <Button type="submit" busy={form.isBusy} disabled={!canConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {closeLabel}
        </Button>
      </div>
    </form>
  )
}
