import type { Size } from '#domain/size-tables.ts'
import { Button } from '#app/ui/Button.tsx'
import type { SizeChoice } from './size-choice.ts'

interface UseSizeProps {
  readonly size: Size
  readonly choice: SizeChoice
}

/** Applies the measured size, if the product is made in it. */
export function UseSize({ size: { name }, choice: { kind, offered, onChoose } }: UseSizeProps) {
  return offered.includes(name) ? (
    <Button onClick={() => onChoose(name)} className="w-full">
      Use size {name}
    </Button>
  ) : (
    <p className="flex min-h-12 items-center text-sm text-ink-soft">
      We make this {kind} in {offered.at(0)} to {offered.at(-1)}.
    </p>
  )
}
