import type { Size } from '#domain/size-tables.ts'
import { classes } from '#app/ui/classes.ts'
import type { SizeChoice } from './size-choice.ts'

interface SizeTableProps {
  readonly sizes: readonly Size[]
  readonly choice: SizeChoice
}

export function SizeTable({ sizes, choice: { kind, chosen } }: SizeTableProps) {
  return (
    <table className="figures w-full border-collapse text-sm">
      <caption className="sr-only">Indian {kind} sizes</caption>
      <thead>
        <tr className="border-b border-line-strong text-left">
          {['Size', 'Across, mm', 'Around, mm'].map((heading) => (
            <th
              key={heading}
              scope="col"
              className="py-2 align-bottom font-medium whitespace-normal not-first:pl-[min(0.75rem,2vw)] not-first:text-right"
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sizes.map(({ name, diameterMm, circumferenceMm }) => (
          <tr key={name} className="border-b border-line">
            <th
              scope="row"
              className={classes(
                'py-2 text-left whitespace-normal',
                name === chosen ? 'font-semibold' : 'font-normal',
              )}
            >
              {name}
              {name === chosen && ' (chosen)'}
            </th>
            <td className="py-2 text-right">{diameterMm.toFixed(1)}</td>
            <td className="py-2 text-right">{circumferenceMm.toFixed(1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
