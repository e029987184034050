import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'onClick' | 'aria-label'> {
  readonly open: boolean
  /** Called on Escape, on a click on the backdrop, and on a click on a link inside. */
  readonly onClose: () => void
  readonly label: string
}

/** The browser's modal dialog: it traps the focus, makes the page inert, closes on Escape and returns the focus. */
export function Dialog({ open, onClose, label, className, ...rest }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, so that the effects of the content find it displayed.
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    // The browser handles the keys. Clicks on the backdrop target the dialog itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      {...rest}
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={({ target }) => {
        const isLink = target instanceof Element && target.closest('a')
        if (isLink || target === dialog.current) onClose()
      }}
      className={classes('fixed m-0 bg-ground p-0 text-ink', className)}
    />
  )
}

interface DialogHeaderProps extends Omit<ComponentProps<typeof IconButton>, 'label' | 'icon' | 'title'> {
  readonly title: ReactNode
}

/** The title and the Close button, which gets the other props. */
export function DialogHeader({ title, className = 'pl-5', ...button }: DialogHeaderProps) {
  return (
    <div className={classes('flex items-center justify-between border-b border-line py-2 pr-2', className)}>
      {title}
      <IconButton {...button} label="Close" icon={<Icon name="close" />} />
    </div>
  )
}
