import { useState } from 'react'
import { nearestSize, type Size, type SizedKind } from '#domain/size-tables.ts'
import { Field } from '#app/ui/Field.tsx'
import type { SizeChoice } from './size-choice.ts'
import { UseSize } from './UseSize.tsx'

const STEPS: Record<SizedKind, readonly string[]> = {
  ring: [
    'Cut a strip of paper as narrow as the ring is to be.',
    'Lay it around the finger where it is thickest, mostly the knuckle; snug, not tight.',
    'Mark where the strip meets its end, and measure to the mark in millimetres.',
  ],
  bangle: [
    'Lay the thumb into the palm, as if a bangle were going over the hand.',
    'Lay a strip of paper around the widest part, over the knuckles.',
    'Mark where the strip meets its end, and measure to the mark in millimetres.',
  ],
}

interface PaperRulerProps {
  readonly sizes: readonly Size[]
  readonly choice: SizeChoice
}

export function PaperRuler({ sizes, choice }: PaperRulerProps) {
  const [typed, setTyped] = useState('')
  const measured = Number(typed.replace(',', '.'))
  const size = sizeWithin(measured, sizes)
  return (
    <div className="flex flex-col gap-6">
      <ol className="flex list-decimal flex-col gap-2 text-pretty pl-5 marker:text-ink-soft">
        {STEPS[choice.kind].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Field
        label="Length to the mark, in millimetres"
        name="length"
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="max-w-64"
      />
      <p aria-live="polite" className="min-h-14">
        {measured > 0 && <Result size={size} />}
      </p>
      {size && <UseSize size={size} choice={choice} />}
      <p className="text-sm text-ink-soft">
        Measure in the evening, when hands are warm and at their largest, and measure twice.
      </p>
    </div>
  )
}

/** Undefined for an implausible length: centimetres, inches, a typing error. */
function sizeWithin(measured: number, sizes: readonly Size[]): Size | undefined {
  const smallest = sizes[0]?.circumferenceMm ?? 0
  return measured < smallest * 0.8 ? undefined : nearestSize(measured, sizes)
}

function Result({ size }: { readonly size: Size | undefined }) {
  if (!size) return <>No size in the table matches this length. Please measure again, in millimetres.</>
  return (
    <>
      <span className="block font-serif text-xl font-medium lining-nums">Indian size {size.name}</span>
      <span className="figures text-sm text-ink-soft">{size.diameterMm.toFixed(1)} mm across</span>
    </>
  )
}
