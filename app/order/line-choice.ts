/** The fields of a form in which people choose how many pieces of each line of an order. */
import type { LineQuantity } from '#domain/refund-lines.ts'

export function lineField(position: number): string {
  return `line ${position}`
}

/** Without lines of which no piece is chosen. */
export function chosenLines(
  lines: readonly Pick<LineQuantity, 'position'>[],
  fields: Readonly<Record<string, string>>,
): LineQuantity[] {
  return lines
    .map(({ position }) => ({ position, quantity: Number(fields[lineField(position)] ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}
