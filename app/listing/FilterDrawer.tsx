import type { ReactNode } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { Drawer } from '#app/ui/Drawer.tsx'

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
    <Drawer
      open={open}
      onClose={onClose}
      title="Filters"
      footer={
        showsResults && (
          <Button onClick={onClose} className="w-full">
            Show {results === 1 ? '1 result' : `${results} results`}
          </Button>
        )
      }
    >
      {children}
    </Drawer>
  )
}
