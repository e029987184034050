/** Placeholders in the shape of what loads, so that nothing moves when it arrives. */
import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

interface LoadingProps {
  readonly className?: string
  readonly children: ReactNode
}

/** A screen, or a part of it, until it has loaded. */
export function Loading({ className, children }: LoadingProps) {
  return (
    <div className={classes('animate-pulse', className)}>
      <p className="sr-only">Loading…</p>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** Repeated by rows and lines: equal widths would look like a table. */
const WIDTHS = ['w-44', 'w-56', 'w-36', 'w-52', 'w-40'] as const

type TextSize = 'text-sm' | 'text-base' | 'text-lg' | 'text-xl' | 'text-3xl'

interface LineProps {
  readonly size?: TextSize
  readonly width?: string | undefined
  readonly className?: string
}

/** As high as a line of text. */
export function LoadingLine({ size = 'text-base', width = 'w-44', className }: LineProps) {
  return (
    <div className={classes('flex h-[1lh] max-w-full min-w-0 items-center', size, className)}>
      <span
        className={classes(
          'block h-[0.65em] max-w-full rounded-sm bg-line forced-colors:forced-color-adjust-none forced-colors:bg-[color-mix(in_srgb,CanvasText_45%,Canvas)]',
          width,
        )}
      />
    </div>
  )
}

/** A link on a line of its own is as high as a button. */
type CellLine = TextSize | 'link' | 'button'

interface RowsProps {
  /** About as many as a window shows. */
  readonly rows?: number
  readonly cells: readonly (readonly CellLine[])[]
  /** Of a row; cells are stacked where there are none. */
  readonly columns?: string
  /** The last two cells are side by side on phones too. */
  readonly isSplit?: boolean
  /** A shape before the first cell, with a column of its own. */
  readonly mark?: string
  readonly spacing?: string
  readonly className?: string
}

/** The rows of a list. */
export function LoadingRows({
  rows = 8,
  cells,
  columns = 'sm:grid-cols-[1fr_auto]',
  isSplit = false,
  mark,
  spacing = 'gap-x-6 gap-y-1 py-3',
  className,
}: RowsProps) {
  const atEnd = isSplit ? 'justify-items-end' : 'sm:justify-items-end'
  return (
    <div className={classes('border-t border-line', className)}>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className={classes(
            'grid border-b border-line',
            !mark && (isSplit ? 'grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'grid-cols-1'),
            columns,
            spacing,
          )}
        >
          {mark && <div className={classes('border-line', mark)} />}
          {cells.map((lines, cell) => (
            <div
              // Cells are never reordered.
              // oxlint-disable-next-line react/no-array-index-key
              key={cell}
              className={classes(
                'grid grid-cols-1 content-start',
                cell > 0 && cell === cells.length - 1 && atEnd,
              )}
            >
              {lines.map((line, place) => (
                <LoadingCellLine
                  // oxlint-disable-next-line react/no-array-index-key
                  key={place}
                  line={line}
                  width={WIDTHS[(row + 2 * cell + 3 * place) % WIDTHS.length]}
                />
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function LoadingCellLine({ line, width }: { readonly line: CellLine; readonly width: string | undefined }) {
  if (line === 'button') return <div className="h-11 w-28 rounded-sm border border-line" />
  if (line === 'link') return <LoadingLine width={width} className="min-h-11" />
  return <LoadingLine size={line} width={width} />
}

interface SectionProps {
  readonly className?: string
  readonly children: ReactNode
}

/** A heading with what is below it. */
export function LoadingSection({ className, children }: SectionProps) {
  return (
    <div className={className}>
      <LoadingLine size="text-xl" width="w-40" className="mb-3" />
      {children}
    </div>
  )
}

/** A paragraph. */
export function LoadingText({
  lines = 2,
  className,
}: {
  readonly lines?: number
  readonly className?: string
}) {
  return (
    <div className={classes('max-w-prose', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <LoadingLine key={line} width={line < lines - 1 ? 'w-full' : 'w-3/5'} />
      ))}
    </div>
  )
}

interface FieldsProps {
  readonly count: number
  /** The grid of a form. */
  readonly className?: string
}

/** The fields of a form. */
export function LoadingFields({ count, className }: FieldsProps) {
  return (
    <div className={classes('grid grid-cols-1 gap-x-6 gap-y-5', className)}>
      {Array.from({ length: count }, (_, field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <LoadingLine size="text-sm" width={WIDTHS[field % WIDTHS.length]} />
          <div className="h-11 rounded-sm border border-line bg-raised" />
        </div>
      ))}
    </div>
  )
}

/** The facts of `Summary`. */
export function LoadingSummary() {
  return (
    <div className="mt-6 grid grid-cols-1 border-y border-line sm:grid-cols-3">
      {Array.from({ length: 3 }, (_, fact) => (
        <div
          key={fact}
          className="border-line py-3 not-first:border-t sm:py-4 sm:pr-4 sm:not-first:border-t-0 sm:not-first:border-l sm:not-first:pl-6"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 sm:block">
            <LoadingLine size="text-sm" width="w-28" />
            <LoadingLine size="text-xl" width="w-32" />
          </div>
          <LoadingLine size="text-sm" className="justify-end sm:justify-start" />
        </div>
      ))}
    </div>
  )
}

/** The amounts of `AmountList`, and their total. */
export function LoadingAmounts({ rows, className }: { readonly rows: number; readonly className?: string }) {
  return (
    <div className={classes('grid grid-cols-1 gap-2.5', className)}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex justify-between gap-4">
          <LoadingLine width="w-28" />
          <LoadingLine width="w-24" />
        </div>
      ))}
      <div className="mt-2 flex justify-between gap-4 border-t border-line pt-4">
        <LoadingLine size="text-lg" width="w-36" />
        <LoadingLine size="text-lg" width="w-28" />
      </div>
    </div>
  )
}
