import { useState, type ReactNode } from 'react'
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
  /** The suggested next step. */
  readonly isNext?: boolean
  readonly title: string
  /** Explains the effect. */
  readonly children: ReactNode
  readonly confirmLabel: string
  /** Label of the button that cancels. */
  readonly closeLabel?: string
  /** The input requests nothing, or something impossible. */
  readonly isDisabled?: boolean
  /** Resolves with null if an input is missing, which the caller shows on its field. */
  readonly onConfirm: (fields: Readonly<Record<string, string>>) => Promise<CallResult<Value> | null>
  readonly onDone: (value: Value) => void
  readonly onOpen?: () => void
  readonly onClose?: () => void
  readonly disabled?: boolean
}

/** A button whose act is explained and confirmed first. */
export function Confirm<Value>({
  label,
  about,
  isNext = false,
  onOpen,
  onClose,
  disabled,
  ...rest
}: ConfirmProps<Value>) {
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
      <Button variant={isNext ? 'primary' : 'secondary'} size="sm" disabled={disabled} onClick={open}>
        {label} <span className="sr-only">{about}</span>
      </Button>
      <Dialog open={isOpen} onClose={close} label={rest.title} className={DIALOG}>
        {isOpen && <ConfirmForm {...rest} onClose={close} />}
      </Dialog>
    </>
  )
}

type FormProps<Value> = Omit<
  ConfirmProps<Value>,
  'label' | 'about' | 'isNext' | 'onOpen' | 'onClose' | 'disabled'
> & {
  readonly onClose: () => void
}

function ConfirmForm<Value>({
  title,
  children,
  confirmLabel,
  closeLabel = 'Close',
  isDisabled = false,
  onConfirm,
  onDone,
  onClose,
}: FormProps<Value>) {
  const form = useForm(onConfirm, (value) => {
    onClose()
    onDone(value)
  })
  return (
    <form onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
      <h2 className="text-xl wrap-anywhere">{title}</h2>
      <ErrorNotice>{form.error}</ErrorNotice>
      {children}
      <div className={DIALOG_BUTTONS}>
        <Button type="submit" busy={form.isBusy} disabled={isDisabled}>
          {confirmLabel}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {closeLabel}
        </Button>
      </div>
    </form>
  )
}
