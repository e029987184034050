import { useState } from 'react'
import type { OrderDetails } from '#contract/account.ts'
import { cancelOwnLines } from '#contract/order-decisions.ts'
import { formatRupees } from '#domain/money.ts'
import { sizeLabel } from '#domain/sizes.ts'
import { fail } from '#app/api.ts'
import { chosenLines, lineField } from '#app/order/line-choice.ts'
import { newId } from '#app/state/new-id.ts'
import { callAuthenticated } from '#app/state/session.ts'
import { Button } from '#app/ui/Button.tsx'
import { SelectField } from '#app/ui/Field.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { CANCEL_FAILED } from './texts.ts'

interface CancelPiecesProps {
  readonly order: OrderDetails
  readonly onCancelled: (order: OrderDetails) => void
}

/** For an order of several pieces, until the courier has the parcel. */
export function CancelPieces(props: CancelPiecesProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OpenForm {...props} onClose={() => setOpen(false)} />
  return (
    <Button variant="quiet" onClick={() => setOpen(true)}>
      Cancel Some Pieces
    </Button>
  )
}

function OpenForm({ order, onCancelled, onClose }: CancelPiecesProps & { readonly onClose: () => void }) {
  const { number, cancellableLines } = order
  // Kept after a lost response, so that a second press retries the same cancellation.
  const [id] = useState(newId)
  const { onSubmit, isBusy, error } = useForm(
    async (fields) => {
      const lines = chosenLines(cancellableLines, fields)
      if (lines.length === 0) return fail({ message: 'Choose the pieces that you no longer want.' })
      return callAuthenticated(cancelOwnLines, { params: { number }, body: { id, lines } })
    },
    (cancelled) => {
      onClose()
      onCancelled(cancelled)
    },
    ({ message }) => message || CANCEL_FAILED,
  )

  return (
    <form
      aria-label="Cancel some pieces"
      className="grid gap-5 border-t border-line pt-5"
      onSubmit={onSubmit}
    >
      {cancellableLines.map(({ position, quantity }) => (
        <PieceField key={position} order={order} position={position} max={quantity} />
      ))}
      <p>
        We send the rest, and refund the price of these pieces to the account or card you paid with. Banks
        usually show it within five to seven working days.
      </p>
      <ErrorNotice>{error}</ErrorNotice>
      <div className="grid gap-3">
        <Button type="submit" busy={isBusy}>
          Cancel these pieces
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep them
        </Button>
      </div>
    </form>
  )
}

interface PieceFieldProps {
  readonly order: OrderDetails
  readonly position: number
  readonly max: number
}

function PieceField({ order, position, max }: PieceFieldProps) {
  // Lines are sorted by their position, which starts at 0.
  const line = order.lines[position]
  if (!line) return null
  return (
    <SelectField
      label={`${line.name}${line.size && `, ${sizeLabel(line)}`}`}
      hint={`${formatRupees(line.unitPrice)} each`}
      name={lineField(position)}
      options={Array.from({ length: max + 1 }, (_, count) => ({
        value: String(count),
        label: count === 0 ? 'Keep' : `Cancel ${count}`,
      }))}
    />
  )
}
