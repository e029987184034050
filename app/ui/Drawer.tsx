import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Stays in view below the content. */
  readonly footer?: ReactNode
}

/** The browser's own dialogue: it keeps the focus inside, closes by Escape and gives the focus back. */
export function Drawer({ open, onClose, title, children, footer }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open && dialog.current?.open) dialog.current.close()
  }, [open])
  return (
    // Escape is the dialogue's own; a click on it, outside of the sheet, is one on the backdrop.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      className="drawer drawer-right fixed top-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(24rem,calc(100vw-3rem))] max-w-none bg-ground p-0 text-ink shadow-float backdrop:bg-scrim"
    >
      {open && (
        <div className="flex h-full flex-col">
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-5">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            <IconButton label="Close" icon={<Icon name="close" />} onClick={onClose} />
          </div>
          <div className="grow overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer && <div className="border-t border-line p-5">{footer}</div>}
        </div>
      )}
    </dialog>
  )
}
