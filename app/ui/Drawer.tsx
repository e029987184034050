import type { ReactNode } from 'react'
import { Dialog, DialogHeader } from './Dialog.tsx'

interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Stays in view below the content. */
  readonly footer?: ReactNode
}

export function Drawer({ open, onClose, title, children, footer }: DrawerProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      label={title}
      className="drawer drawer-right top-0 right-0 left-auto h-dvh w-[min(24rem,calc(100vw-3rem))] shadow-float backdrop:bg-scrim"
    >
      {open && (
        <div className="flex h-full flex-col">
          <DialogHeader title={<h2 className="text-xl">{title}</h2>} onClick={onClose} />
          <div className="grow overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer && <div className="border-t border-line p-5">{footer}</div>}
        </div>
      )}
    </Dialog>
  )
}
