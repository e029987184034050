/** How to find the size of a ring or bangle: on the screen, with a strip of paper, or from the table. */
import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { BANGLE_SIZES, RING_SIZES } from '#domain/sizes.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { Tabs } from '#app/ui/Tabs.tsx'
import { PaperStrip } from './PaperRuler.tsx'
import { ScreenSizer } from './ScreenRuler.tsx'
import { SizeTable } from './SizeTable.tsx'

export type SizedKind = 'ring' | 'bangle'

export interface SizeGuideProps {
  readonly kind: SizedKind
  /** Name of the size of the piece on the page, where it has one. */
  readonly own: string | undefined
  readonly onClose: () => void
}

export function SizeGuide({ kind, own, onClose }: SizeGuideProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const sizes = kind === 'ring' ? RING_SIZES : BANGLE_SIZES
  useEffect(() => dialog.current?.showModal(), [])

  return (
    // Escape is the dialogue's own; a click on it, outside of the sheet, is one on the backdrop.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
      className="fixed mx-auto mt-0 mb-auto h-dvh max-h-none w-[min(36rem,100vw)] max-w-none overflow-hidden bg-ground p-0 text-ink shadow-float backdrop:bg-scrim sm:mt-[8dvh] sm:h-fit"
    >
      <div className="flex h-full flex-col sm:max-h-[84dvh]">
        <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4 sm:pl-6">
          <h2 id={titleId} className="text-xl">
            Find your {kind} size
          </h2>
          <IconButton label="Close" icon={<Icon name="close" />} onClick={() => dialog.current?.close()} />
        </div>
        <div className="grow overflow-y-auto overscroll-contain px-4 py-3 sm:px-6">
          <Tabs
            label="Ways to find it"
            tabs={[
              {
                id: 'screen',
                label: 'On this screen',
                panel: <ScreenSizer kind={kind} sizes={sizes} own={own} />,
              },
              { id: 'paper', label: 'With paper', panel: <PaperStrip kind={kind} sizes={sizes} /> },
              { id: 'table', label: 'All sizes', panel: <SizeTable kind={kind} sizes={sizes} own={own} /> },
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
    </dialog>
  )
}
