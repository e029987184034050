import { useEffect, useEffectEvent, useState } from 'react'
import {
  readNewsletterPieces,
  type NewsletterFields,
  type NewsletterPiece,
} from '#contract/desk/newsletters.ts'
import { formatRupees } from '#domain/money.ts'
import { NEWSLETTER_LIMITS } from '#domain/newsletter.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useDeskData } from './desk-context.ts'

type Sku = NewsletterFields['pieces'][number]

interface NewsletterPiecesProps {
  readonly chosen: readonly Sku[]
  readonly onChange: (chosen: Sku[]) => void
  readonly error: string | undefined
}

const FOUND_MAX = 6

/** Chooses pieces by name or SKU, and orders them: the first is shown large. */
export function NewsletterPieces({ chosen, onChange, error }: NewsletterPiecesProps) {
  const { state } = useDeskData(readNewsletterPieces)
  const pieces = state.status === 'ready' ? state.value.pieces : []
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="text-sm font-medium text-ink">Pieces</legend>
      <ErrorNotice>{error}</ErrorNotice>
      {chosen.length > 0 && (
        <ol className="border-t border-line">
          {chosen.map((sku, index) => (
            <ChosenPiece
              key={sku}
              sku={sku}
              piece={pieces.find((each) => each.sku === sku)}
              isFirst={index === 0}
              onFirst={() => onChange([sku, ...chosen.filter((each) => each !== sku)])}
              onRemove={() => onChange(chosen.filter((each) => each !== sku))}
            />
          ))}
        </ol>
      )}
      {chosen.length >= NEWSLETTER_LIMITS.pieces ? (
        <p className="text-sm text-ink-soft">
          No more than {NEWSLETTER_LIMITS.pieces}: it is not a catalogue.
        </p>
      ) : (
        <PieceFinder
          pieces={pieces.filter(({ sku }) => !chosen.includes(sku))}
          isLoading={state.status === 'loading'}
          onAdd={(sku) => onChange([...chosen, sku])}
        />
      )}
      {state.status === 'failed' && <Notice tone="error">The pieces could not be loaded.</Notice>}
    </fieldset>
  )
}

interface PieceFinderProps {
  readonly pieces: readonly NewsletterPiece[]
  readonly isLoading: boolean
  readonly onAdd: (sku: Sku) => void
}

function PieceFinder({ pieces, isLoading, onAdd }: PieceFinderProps) {
  const [words, setWords] = useState('')
  /** Pressed while the pieces were loading: the first match is added once they have. */
  const [isEntered, setEntered] = useState(false)
  const found = findPieces(pieces, words)
  const changeWords = (text: string) => {
    setWords(text)
    setEntered(false)
  }
  const add = (sku: Sku) => {
    onAdd(sku)
    changeWords('')
  }
  const enter = () => {
    const [first] = found
    setEntered(isLoading)
    if (first) add(first.sku)
  }
  const isDue = isEntered && !isLoading
  const onDue = useEffectEvent(enter)
  useEffect(() => {
    // The request has settled, which completes the press.
    // oxlint-disable-next-line react/set-state-in-effect
    if (isDue) onDue()
  }, [isDue])
  return (
    <>
      <div>
        <Field
          label="Find a piece to add"
          name="words"
          value={words}
          onChange={(event) => changeWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            enter()
          }}
          autoComplete="off"
          maxLength={60}
          hint="By name or SKU. The first piece is shown large."
        />
        <output className="block text-sm text-ink-soft not-empty:mt-3">
          {isLoading && words.trim() !== '' && 'Loading the pieces…'}
          {pieces.length > 0 && words.trim() !== '' && found.length === 0 && 'No further piece matches.'}
        </output>
      </div>
      {found.length > 0 && <FoundPieces pieces={found} onAdd={add} />}
    </>
  )
}

interface FoundPiecesProps {
  readonly pieces: readonly NewsletterPiece[]
  readonly onAdd: (sku: Sku) => void
}

function FoundPieces({ pieces, onAdd }: FoundPiecesProps) {
  return (
    <ul aria-label="Found pieces" className="border-t border-line">
      {pieces.map(({ sku, name, price }) => (
        <li key={sku} className="border-b border-line">
          <button
            type="button"
            onClick={() => onAdd(sku)}
            className="flex min-h-11 w-full flex-wrap items-baseline justify-between gap-x-4 py-2 text-left -outline-offset-2 hover:bg-sunken"
          >
            <span>
              <span className="sr-only">Add </span>
              {name} <span className="text-sm text-ink-soft">{sku}</span>
            </span>
            <span className="figures text-sm text-ink-soft">{formatRupees(price)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface ChosenPieceProps {
  readonly sku: Sku
  readonly piece: NewsletterPiece | undefined
  readonly isFirst: boolean
  readonly onFirst: () => void
  readonly onRemove: () => void
}

function ChosenPiece({ sku, piece, isFirst, onFirst, onRemove }: ChosenPieceProps) {
  const name = piece?.name ?? sku
  return (
    <li className="flex flex-wrap items-center gap-x-2 border-b border-line py-1">
      <span className="min-w-0 flex-1 basis-32 break-words">
        {name}
        {isFirst && <span className="block text-sm text-ink-soft">Shown large</span>}
      </span>
      <span className="flex">
        {!isFirst && (
          <Button variant="quiet" size="sm" className="px-2" onClick={onFirst}>
            First<span className="sr-only">: {name}</span>
          </Button>
        )}
        <Button variant="quiet" size="sm" className="px-2" onClick={onRemove}>
          Remove<span className="sr-only">: {name}</span>
        </Button>
      </span>
    </li>
  )
}

function findPieces(pieces: readonly NewsletterPiece[], words: string): readonly NewsletterPiece[] {
  const queryWords = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (queryWords.length === 0) return []
  return pieces
    .filter(({ sku, name }) => queryWords.every((word) => `${sku} ${name}`.toLowerCase().includes(word)))
    .slice(0, FOUND_MAX)
}
