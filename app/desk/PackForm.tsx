/** Records which pieces are in the box: designed for a phone on the packing table. */
import { useRef, useState } from 'react'
import { packOrder, type DeskOrder } from '#contract/desk/orders.ts'
import { formatGrams } from '#domain/measures.ts'
import { HUID } from '#domain/huid.ts'
import { grams, skuOf } from '#domain/product.ts'
import { sizeLabel } from '#domain/sizes.ts'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useForm } from '#app/state/use-form.ts'
import { useOrderCall, type OrderProps } from './order-calls.ts'
import { ScanTags, type ScannedField } from './ScanTags.tsx'
import { WeightField } from './WeightField.tsx'

export function PackForm({ order, onChange }: OrderProps) {
  const call = useOrderCall(order)
  const element = useRef<HTMLFormElement>(null)
  const lines = order.lines.filter(({ sentQuantity }) => sentQuantity > 0)
  const form = useForm(
    ({ weight = '', seal = '', ...fields }) =>
      call(packOrder, {
        weightMg: grams(Number(weight)),
        seal,
        pieces: lines.map(({ position, sentQuantity }) => ({
          position,
          codes: Array.from({ length: sentQuantity }, (_, index) => fields[`${position} ${index}`] ?? '')
            .map((code) => code.trim())
            .filter((code) => code !== ''),
        })),
      }),
    onChange,
  )
  const isMarked = Object.keys(form.fieldErrors).length > 0
  // The same list while the order stays the same, so that the camera stays on.
  const [fields] = useState(() => scannedFields(lines))
  return (
    <form ref={element} onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
      <ScanTags form={element} fields={fields} />
      {lines.map((line) => (
        <PieceFields key={line.position} line={line} error={form.fieldErrors[`pieces.${line.position}`]} />
      ))}
      <WeightField error={form.fieldErrors.weightMg} />
      <Field
        label="Number of the seal"
        name="seal"
        autoComplete="off"
        maxLength={40}
        error={form.fieldErrors.seal}
      />
      <p className="text-ink-soft">Records pieces, weight and seal. Nothing is sent yet.</p>
      {(form.error ?? isMarked) && (
        <Notice tone="error">{form.error ?? 'It is not packed yet: look at what is marked above.'}</Notice>
      )}
      <Button type="submit" busy={form.isBusy} className="justify-self-start">
        Pack
      </Button>
    </form>
  )
}

type PackedLine = DeskOrder['lines'][number]

interface PieceFieldsProps {
  readonly line: PackedLine
  readonly error: string | undefined
}

/** The piece to take, and the fields for its codes. */
function PieceFields({ line, error }: PieceFieldsProps) {
  const { position, name, sentQuantity: quantity, needsHuids } = line
  return (
    <fieldset className="grid grid-cols-1 gap-3 border-t border-line pt-4">
      <legend className="sr-only">{name}</legend>
      <PieceToTake line={line} />
      {Array.from({ length: quantity }, (_, index) => (
        <Field
          key={index}
          label={`${needsHuids ? 'HUID' : 'Serial number'}${quantity > 1 ? ` of piece ${index + 1}` : ''}${needsHuids ? '' : ', if it has one'}`}
          name={`${position} ${index}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required={needsHuids}
          maxLength={needsHuids ? 6 : 40}
          hint={needsHuids && 'Six letters and digits, such as AB12C3.'}
          error={quantity === 1 ? error : undefined}
          {...(needsHuids && { pattern: HUID_PATTERN, title: 'Six letters and digits' })}
        />
      ))}
      {error !== undefined && quantity > 1 && <p className="text-ruby">{error}</p>}
    </fieldset>
  )
}

function PieceToTake({ line }: Pick<PieceFieldsProps, 'line'>) {
  const { name, sentQuantity: quantity, size, metal, weightMg, netWeightMg } = line
  const weights = [
    ...(weightMg === null ? [] : [`gross ${formatGrams(weightMg)}`]),
    // A gem has only its weight.
    ...(netWeightMg === null || metal === '' ? [] : [`net ${formatGrams(netWeightMg)}`]),
  ]
  return (
    <div className="flex items-start gap-4">
      <ProductPicture product={line} sizes="96px" className="size-[min(6rem,25vw)] shrink-0" />
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        <p className="tabular-nums">
          {skuOf(line)}
          {size && ` · ${sizeLabel(line)}`} · {quantity === 1 ? '1 piece' : `${quantity} pieces`}
        </p>
        {metal && <p className="text-sm text-ink-soft">{metal}</p>}
        {weights.length > 0 && (
          <p className="text-sm tabular-nums text-ink-soft">
            {weights.join(' · ')}
            {quantity > 1 && ' each'}
          </p>
        )}
      </div>
    </div>
  )
}

function scannedFields(
  lines: readonly Pick<PackedLine, 'position' | 'name' | 'sentQuantity' | 'needsHuids'>[],
): readonly ScannedField[] {
  return lines.flatMap(({ position, name, sentQuantity: quantity, needsHuids }) =>
    Array.from({ length: quantity }, (_, index) => ({
      name: `${position} ${index}`,
      label: quantity > 1 ? `${name}, piece ${index + 1} of ${quantity}` : name,
      isHuid: needsHuids,
    })),
  )
}

/** Accepts any case; the server expects capitals. */
const HUID_PATTERN = HUID.source.replace('A-Z', 'A-Za-z')
