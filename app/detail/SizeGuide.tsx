/** Three ways to find the size of a ring or bangle: on the screen, with a strip of paper, in the table. */
import { Link } from 'react-router'
import { BANGLE_SIZES, RING_SIZES } from '#domain/size-tables.ts'
import { paths } from '#app/paths.ts'
import { Dialog, DialogHeader } from '#app/ui/Dialog.tsx'
import { Tabs } from '#app/ui/Tabs.tsx'
import { PaperRuler } from './PaperRuler.tsx'
import { ScreenRuler } from './ScreenRuler.tsx'
import { SizeTable } from './SizeTable.tsx'
import type { SizeChoice } from './size-choice.ts'

interface SizeGuideProps {
  readonly open: boolean
  readonly choice: SizeChoice
  readonly onClose: () => void
}

export function SizeGuide({ open, choice, onClose }: SizeGuideProps) {
  const { kind } = choice
  const choose = (size: string) => {
    choice.onChoose(size)
    onClose()
  }
  const title = `Find your ${kind} size`
  return (
    <Dialog
      open={open}
      onClose={onClose}
      label={title}
      className="mx-auto mt-0 mb-auto h-dvh w-[min(36rem,100vw)] low:w-[min(48rem,100vw)] overflow-hidden shadow-float backdrop:bg-scrim sm:mt-[4dvh] sm:h-fit"
    >
      {open && (
        <div className="flex h-full flex-col sm:max-h-[92dvh]">
          <DialogHeader
            title={<h2 className="text-xl">{title}</h2>}
            onClick={onClose}
            className="pl-[min(1rem,4vw)] sm:pl-6"
          />
          <div className="grow overflow-y-auto overscroll-contain px-[min(1rem,4vw)] py-3 sm:px-6">
            <Methods choice={{ ...choice, onChoose: choose }} />
            <p className="mt-6 border-t border-line py-3 text-sm text-ink-soft">
              Between two sizes, take the larger one; a broad {kind} sits tighter.{' '}
              <Link to={paths.contact} className="link">
                Ask us
              </Link>{' '}
              for any other size.
            </p>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Methods({ choice }: Pick<SizeGuideProps, 'choice'>) {
  const sizes = choice.kind === 'ring' ? RING_SIZES : BANGLE_SIZES
  const screen = <ScreenRuler sizes={sizes} choice={choice} />
  const table = <SizeTable sizes={sizes} choice={choice} />
  return (
    <Tabs
      label="Ways to find it"
      tabs={[
        { id: 'screen', label: 'On this screen', panel: screen },
        { id: 'paper', label: 'With paper', panel: <PaperRuler sizes={sizes} choice={choice} /> },
        { id: 'table', label: 'All sizes', panel: table },
      ]}
    />
  )
}
