/** Three ways to find the size of a ring or bangle: on the screen, with a strip of paper, in the table. */
import { Link } from 'react-router'
import { BANGLE_SIZES, RING_SIZES, type SizedKind } from '#domain/sizes.ts'
import { paths } from '#app/paths.ts'
import { Dialog, DialogHeader } from '#app/ui/Dialog.tsx'
import { Tabs } from '#app/ui/Tabs.tsx'
import { PaperRuler } from './PaperRuler.tsx'
import { ScreenRuler } from './ScreenRuler.tsx'
import { SizeTable } from './SizeTable.tsx'

interface SizeGuideProps {
  readonly open: boolean
  readonly kind: SizedKind
  /** The size of this product, if it has one. */
  readonly productSize: string | undefined
  readonly onClose: () => void
}

export function SizeGuide({ open, kind, productSize, onClose }: SizeGuideProps) {
  const title = `Find your ${kind} size`
  const method = { kind, productSize, sizes: kind === 'ring' ? RING_SIZES : BANGLE_SIZES }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      label={title}
      className="mx-auto mt-0 mb-auto h-dvh w-[min(36rem,100vw)] overflow-hidden shadow-float backdrop:bg-scrim sm:mt-[8dvh] sm:h-fit"
    >
      {open && (
        <div className="flex h-full flex-col sm:max-h-[84dvh]">
          <DialogHeader
            title={<h2 className="text-xl">{title}</h2>}
            onClick={onClose}
            className="pl-4 sm:pl-6"
          />
          <div className="grow overflow-y-auto overscroll-contain px-4 py-3 sm:px-6">
            <Tabs
              label="Ways to find it"
              tabs={[
                { id: 'screen', label: 'On this screen', panel: <ScreenRuler {...method} /> },
                { id: 'paper', label: 'With paper', panel: <PaperRuler {...method} /> },
                { id: 'table', label: 'All sizes', panel: <SizeTable {...method} /> },
              ]}
            />
            <p className="mt-6 border-t border-line py-3 text-sm text-ink-soft">
              Between two sizes, take the larger one; a broad {kind} sits tighter.{' '}
              <Link to={paths.contact} className="link">
                Ask us
              </Link>{' '}
              whether this {kind} can be had in yours.
            </p>
          </div>
        </div>
      )}
    </Dialog>
  )
}
