import type { ReactNode } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { Dialog, DialogHeader } from '#app/ui/Dialog.tsx'

interface FilterDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly results: number
  readonly children: ReactNode
  /** False for bangles, which have Apply Filters. */
  readonly showsResults: boolean
}

export function FilterDrawer({ open, onClose, results, showsResults, children }: FilterDrawerProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      label="Filters"
      className="drawer top-0 right-0 left-auto h-dvh w-[min(24rem,calc(100vw-3rem))] shadow-float backdrop:bg-scrim"
    >
      {open && (
        <div className="flex h-full flex-col">
          <DialogHeader title={<h2 className="text-xl">Filters</h2>} onClick={onClose} />
          <div className="grow overflow-y-auto overscroll-contain p-5">{children}</div>
          {showsResults && (
            <div className="border-t border-line p-5">
              <Button onClick={onClose} className="w-full">
                Show {results === 1 ? '1 result' : `${results} results`}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}
