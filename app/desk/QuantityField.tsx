import type { DeskOrder } from '#contract/desk/orders.ts'
import { formatRupees, ZERO } from '#domain/money.ts'
import { quantityOf, type LineQuantity } from '#domain/refund-lines.ts'
import { chosenLines, lineField } from '#app/order/line-choice.ts'
import { SelectField } from '#app/ui/Field.tsx'

interface QuantityProps {
  readonly line: DeskOrder['lines'][number]
  readonly max: number
  readonly chosen: number
  readonly error?: string | null
}

/** How many pieces of a line to refund or cancel. */
export function QuantityField({ line, max, chosen, error }: QuantityProps) {
  return (
    <SelectField
      label={`${line.name}, ${formatRupees(line.unitPrice ?? ZERO)} each`}
      name={lineField(line.position)}
      defaultValue={String(chosen)}
      error={error}
      options={Array.from({ length: max + 1 }, (_, count) => ({
        value: String(count),
        label: count === 0 ? 'None' : String(count),
      }))}
    />
  )
}

/** A field whose options change is a new one, which begins with what counts as chosen. */
export function quantityKey({ position }: DeskOrder['lines'][number], max: number): string {
  return `${position} of ${max}`
}

/** A choice that is no longer possible does not count, but returns as soon as it is possible again. */
export function chosenOf(
  most: readonly LineQuantity[],
  fields: Readonly<Record<string, string>>,
): LineQuantity[] {
  return chosenLines(most, fields).filter(({ position, quantity }) => quantity <= quantityOf(most, position))
}

export function fieldsOf(target: EventTarget): Record<string, string> {
  const form = target instanceof HTMLElement ? target.closest('form') : null
  const entries = form ? [...new FormData(form)] : []
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
