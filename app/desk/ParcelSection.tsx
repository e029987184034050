import { useRef, useState } from 'react'
import {
  bookParcel,
  handOver,
  makeParcelLabel,
  packOrder,
  readPackingSlip,
  unpackParcel,
  type DeskOrder,
} from '#contract/desk/orders.ts'
import { HUID, isDispatched, PARCEL_LABELS } from '#domain/parcel.ts'
import { grams, inGrams } from '#domain/product.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { savePdf } from '#app/ui/save-file.ts'
import { Confirm } from './Confirm.tsx'
import { useDesk } from './desk-context.ts'
import { ScanTags, type ScannedField } from './ScanTags.tsx'
import { dateTime, errorText } from './texts.ts'
import { useForm } from './use-form.ts'
import { WeightField } from './WeightField.tsx'

interface ParcelProps {
  readonly order: DeskOrder
  readonly onChange: (order: DeskOrder) => void
}

type Parcel = NonNullable<DeskOrder['parcel']>

export function ParcelSection({ order, onChange }: ParcelProps) {
  const { session } = useDesk()
  const maySendParcels = session?.permissions.includes('send-parcels') === true
  const mayPack = maySendParcels && order.status === 'completed'
  const { parcel } = order
  return (
    <section aria-labelledby="parcel">
      <h2 id="parcel" className="mb-3 text-xl">
        Parcel
      </h2>
      {!parcel && mayPack && (
        <PackForm
          key={order.lines.map(({ sentQuantity }) => sentQuantity).join()}
          order={order}
          onChange={onChange}
        />
      )}
      {!parcel && !mayPack && <p>Not packed.</p>}
      {parcel && (
        <>
          <ParcelFacts parcel={parcel} />
          {maySendParcels && <PackingSlip number={order.number} />}
          {maySendParcels && <ParcelActs order={order} parcel={parcel} onChange={onChange} />}
          <Scans scans={parcel.scans} />
        </>
      )}
    </section>
  )
}

function PackForm({ order, onChange }: ParcelProps) {
  const { send } = useDesk()
  const { number } = order
  const element = useRef<HTMLFormElement>(null)
  const lines = order.lines.filter(({ sentQuantity }) => sentQuantity > 0)
  const form = useForm(
    ({ weight = '', seal = '', ...fields }) =>
      send(packOrder, {
        params: { number },
        body: {
          weightMg: grams(Number(weight)),
          seal,
          pieces: lines.map(({ position, sentQuantity }) => ({
            position,
            codes: Array.from({ length: sentQuantity }, (_, index) => fields[`${position} ${index}`] ?? '')
              .map((code) => code.trim())
              .filter((code) => code !== ''),
          })),
        },
      }),
    onChange,
  )
  const errors = Object.values(form.fieldErrors)
  // The same list as long as the order is, so that the camera stays on.
  const [fields] = useState(() => scannedFields(lines))
  return (
    <form ref={element} onSubmit={form.onSubmit} className="grid gap-5">
      <ScanTags form={element} fields={fields} />
      {(form.error ?? errors.length > 0) && <Notice tone="error">{form.error ?? errors.join(' ')}</Notice>}
      {lines.map(({ position, name, sentQuantity, needsHuids }) => (
        <fieldset key={position} className="grid gap-3">
          <legend className="mb-2">{name}</legend>
          {Array.from({ length: sentQuantity }, (_, index) => (
            <Field
              key={index}
              label={`${needsHuids ? 'HUID' : 'Serial number, if it has one'}${sentQuantity > 1 ? ` of piece ${index + 1}` : ''}`}
              name={`${position} ${index}`}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required={needsHuids}
              maxLength={needsHuids ? 6 : 40}
              {...(needsHuids && { pattern: HUID_PATTERN, title: 'Six letters and digits' })}
            />
          ))}
        </fieldset>
      ))}
      <WeightField />
      <Field label="Number of the seal" name="seal" autoComplete="off" maxLength={40} />
      <p className="text-ink-soft">Records pieces, weight and seal. Nothing is sent yet.</p>
      <Button type="submit" busy={form.isBusy} className="justify-self-start">
        Pack
      </Button>
    </form>
  )
}

function scannedFields(
  lines: readonly Pick<DeskOrder['lines'][number], 'position' | 'name' | 'sentQuantity' | 'needsHuids'>[],
): readonly ScannedField[] {
  return lines.flatMap(({ position, name, sentQuantity, needsHuids }) =>
    Array.from({ length: sentQuantity }, (_, index) => ({
      name: `${position} ${index}`,
      label: sentQuantity > 1 ? `${name}, piece ${index + 1} of ${sentQuantity}` : name,
      isHuid: needsHuids,
    })),
  )
}

/** Typed in any case; the server takes capitals. */
const HUID_PATTERN = HUID.source.replace('A-Z', 'A-Za-z')

const TASK_TEXT: Record<NonNullable<Parcel['task']>, string> = {
  book: ' · being booked…',
  label: ' · making the label…',
  unpack: ' · being unpacked: cancelling it at the courier…',
}

const PROBLEM_TEXT: Record<NonNullable<Parcel['task']>, string> = {
  book: 'The courier did not accept the parcel',
  label: 'The courier made no label',
  unpack: 'The courier did not cancel the parcel',
}

function ParcelFacts({ parcel }: { readonly parcel: Parcel }) {
  const { state, weightMg, seal, packedAt, awb, courierName, expectedAt, task, problem } = parcel
  const links = [
    ['Label', parcel.labelUrl],
    ['Manifest', parcel.manifestUrl],
    ['Tracking', parcel.trackingUrl],
  ] as const
  return (
    <div className="grid gap-3">
      <p aria-live="polite" className="text-lg">
        {PARCEL_LABELS[state]}
        {task !== null && problem === null && <span className="text-ink-soft">{TASK_TEXT[task]}</span>}
      </p>
      {problem !== null && (
        <Notice tone="error">
          {task === null ? 'The courier reports' : PROBLEM_TEXT[task]}: {problem}
        </Notice>
      )}
      <p className="text-ink-soft">
        {inGrams(weightMg)} g{seal && `, seal ${seal}`}, packed {dateTime(packedAt)}.
        {awb !== null && ` ${courierName ?? ''} ${awb}.`}
        {expectedAt !== null && ` Expected ${dateTime(expectedAt)}.`}
      </p>
      <p className="flex flex-wrap gap-x-6">
        {links.map(
          ([label, url]) =>
            url !== null && (
              <a
                key={label}
                href={url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 min-w-11 items-center underline decoration-gold underline-offset-4"
              >
                {label}
              </a>
            ),
        )}
      </p>
    </div>
  )
}

function ParcelActs(props: ParcelProps & { readonly parcel: Parcel }) {
  const { parcel, order } = props
  const isWaiting = parcel.task !== null && parcel.problem === null
  if (isWaiting || isDispatched(parcel.state)) return null
  // What waits to be cancelled goes on under Refunds.
  if (order.refunds.some(({ state }) => state === 'unpacking')) return null
  return (
    <div className="flex flex-wrap gap-3">
      {parcel.task !== 'unpack' && order.status === 'completed' && <NextAct {...props} />}
      <UnpackAct {...props} />
    </div>
  )
}

function UnpackAct({ order, onChange }: ParcelProps) {
  const { send } = useDesk()
  return (
    <Confirm
      label="Unpack"
      about={order.number}
      title="Unpack the parcel"
      confirmLabel="Unpack"
      onConfirm={() => send(unpackParcel, { params: { number: order.number } })}
      onDone={onChange}
    >
      <p>
        Open the box and take the label off. The courier is asked to cancel the parcel, where it knows of it;
        then the order can be packed anew. Once it has an invoice, that is with the same pieces.
      </p>
    </Confirm>
  )
}

function NextAct({ order, parcel, onChange }: ParcelProps & { readonly parcel: Parcel }) {
  const { send } = useDesk()
  const { number } = order
  const act = { about: number, onDone: onChange }
  const options = { params: { number } }
  if (parcel.state === 'packed')
    return (
      <Confirm
        {...act}
        label="Book"
        title="Book the courier"
        confirmLabel="Book"
        onConfirm={() => send(bookParcel, options)}
      >
        <p>
          {order.courierName} gives the parcel a number and collects it. The freight is charged to your
          account there.
        </p>
      </Confirm>
    )
  if (parcel.state === 'booked')
    return (
      <Confirm
        {...act}
        label="Make label"
        title="Make label and manifest"
        confirmLabel="Make label"
        onConfirm={() => send(makeParcelLabel, options)}
      >
        <p>The courier makes label and manifest for you to print.</p>
      </Confirm>
    )
  if (parcel.state !== 'labelled') return null
  return (
    <Confirm
      {...act}
      label="Hand over"
      title="Hand the parcel over"
      confirmLabel="Hand over"
      onConfirm={() => send(handOver, options)}
    >
      <p>Records that the courier has it, and e-mails {order.shipTo.email} that it is on its way.</p>
    </Confirm>
  )
}

function PackingSlip({ number }: { readonly number: string }) {
  const { send } = useDesk()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const download = async () => {
    setBusy(true)
    const result = await send(readPackingSlip, { params: { number } })
    setBusy(false)
    setError(result.ok ? null : errorText(result.error))
    if (result.ok) savePdf(`packing-slip-${number}`, result.value.pdf)
  }
  return (
    <div className="mb-4">
      <Button variant="secondary" size="sm" busy={isBusy} onClick={() => void download()}>
        Download packing slip
      </Button>
      {error && <Notice tone="error">{error}</Notice>}
    </div>
  )
}

function Scans({ scans }: Pick<Parcel, 'scans'>) {
  if (scans.length === 0) return null
  return (
    <ol aria-label="Tracking" className="mt-6 border-t border-line">
      {scans.map(({ at, activity, location }) => (
        <li key={`${at} ${activity}`} className="border-b border-line py-2 text-sm">
          {activity}{' '}
          <span className="text-ink-soft">
            {location}, {dateTime(at)}
          </span>
        </li>
      ))}
    </ol>
  )
}
