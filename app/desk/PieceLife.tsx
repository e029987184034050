import { Link } from 'react-router'
import type { PIECE_STEPS, SinglePiece } from '#contract/desk/stock.ts'
import { labelOf } from '#app/ui/label-of.ts'
import { OrderNumber } from './OrderNumber.tsx'
import { dateTime, ITEM_LABELS } from './texts.ts'

/** One piece, found by its HUID or serial number: its location and history. */
export function PieceLife({ piece }: { readonly piece: SinglePiece }) {
  const { huid, serial, sku, name, size, steps } = piece
  const codes = [huid && `HUID ${huid}`, serial && `serial number ${serial}`].filter(Boolean)
  return (
    <section aria-labelledby="piece" className="mb-8 border border-line p-4">
      <h2 id="piece" className="text-xl break-words">
        {name}
        {size !== '' && `, size ${size}`}
      </h2>
      <p className="text-sm text-ink-soft">
        {sku}, {codes.join(', ')}
      </p>
      <p className="mt-2 font-medium">{stateText(piece)}</p>
      <ol aria-label="The life of the piece" className="mt-3 border-t border-line">
        {steps.map(({ what, at, orderNumber, note }) => (
          <li
            key={`${what} ${at}`}
            className="grid grid-cols-1 gap-x-4 border-b border-line py-2 text-sm sm:grid-cols-[12rem_1fr]"
          >
            <span className="text-ink-soft">{dateTime(at)}</span>
            <span className="min-w-0 break-words">
              {labelOf(STEP_LABELS, what)}
              {orderNumber !== null && (
                <>
                  {': '}
                  <Link to={`/orders/${orderNumber}`} className="underline">
                    <OrderNumber>{orderNumber}</OrderNumber>
                  </Link>
                </>
              )}
              {note !== '' && <span className="text-ink-soft"> · {note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const STEP_LABELS: Readonly<Record<(typeof PIECE_STEPS)[number], string>> = {
  entered: 'Entered under Stock',
  packed: 'Packed for an order',
  'handed over': 'Handed over to the courier',
  delivered: 'Delivered to the customer',
  'came back': 'Came back, inspected and accepted',
  'set aside': 'Set aside',
  'made available': 'Made available for sale',
  'marked as sold': 'Marked as sold',
  'written off': 'Written off',
  corrected: 'Corrected under Stock',
}

/** For a piece not entered under Stock, the last event gives its location. */
function stateText({ state, steps }: SinglePiece): string {
  if (state !== null) return labelOf(ITEM_LABELS, state)
  switch (steps.at(-1)?.what) {
    case 'packed':
      return 'Packed'
    case 'handed over':
      return 'With the courier'
    case 'delivered':
      return 'With the customer'
    case 'came back':
      return 'Came back'
    default:
      return 'Known'
  }
}
