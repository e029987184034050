import { useId } from 'react'

interface RangeProps {
  readonly label: string
  readonly name?: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
  readonly onChange: (value: number) => void
  readonly format: (value: number) => string
}

export function Range({ label, name, min, max, step, value, onChange, format }: RangeProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <output htmlFor={id} className="figures text-sm text-ink-soft">
          {format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        name={name}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 w-full lg:h-8"
      />
      <div aria-hidden="true" className="figures flex justify-between text-xs text-ink-soft">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  )
}
