import {
  bookParcel,
  handOver,
  makeParcelLabel,
  readPackingSlip,
  unpackParcel,
  type DeskOrder,
} from '#contract/desk/orders.ts'
import { UNKNOWN_VALUE } from '#contract/display-enum.ts'
import { isDispatched, PARCEL_LABELS, type ParcelTask } from '#domain/parcel.ts'
import { formatRupees } from '#domain/money.ts'
import { inGrams } from '#domain/product.ts'
import { Button } from '#app/ui/Button.tsx'
import { labelOf } from '#app/ui/label-of.ts'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { savePdf } from '#app/ui/save-file.ts'
import { Section } from '#app/ui/Section.tsx'
import { useCall } from '#app/state/use-call.ts'
import { Confirm } from './Confirm.tsx'
import { EmailAddress, EmailNote } from './EmailAddress.tsx'
import { useOrderCall, type OrderProps } from './order-calls.ts'
import { useDesk } from './desk-context.ts'
import { PackForm } from './PackForm.tsx'
import { dateTime } from './texts.ts'

type Parcel = NonNullable<DeskOrder['parcel']>

export function ParcelSection({ order, onChange }: OrderProps) {
  const { may } = useDesk()
  const maySendParcels = may('send-parcels')
  const { parcel, status } = order
  const mayPack = !parcel && status === 'completed' && maySendParcels
  return (
    <Section id="parcel" title="Parcel">
      {mayPack && (
        <PackForm
          key={order.lines.map(({ sentQuantity }) => sentQuantity).join()}
          order={order}
          onChange={onChange}
        />
      )}
      {!parcel && !mayPack && <p>{notPackedText(order)}</p>}
      {parcel && (
        <>
          <ParcelFacts parcel={parcel} />
          {maySendParcels && <PackingSlip number={order.number} />}
          {maySendParcels && <ParcelButtons order={order} parcel={parcel} onChange={onChange} />}
          <Scans scans={parcel.scans} />
        </>
      )}
    </Section>
  )
}

function notPackedText({ status, isTest }: DeskOrder): string {
  if (status === 'refunded') return 'Nothing is sent: the order was cancelled or refunded.'
  if (status !== 'completed') return 'Not packed: it is not paid yet.'
  return isTest ? 'Not packed: a test order.' : 'Not packed yet.'
}

const TASK_TEXT: Record<ParcelTask, string> = {
  book: ' · being booked…',
  label: ' · making the label…',
  unpack: ' · being unpacked: cancelling it at the courier…',
}

const PROBLEM_TEXT: Record<ParcelTask, string> = {
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
    <div className="grid grid-cols-1 gap-3">
      <p aria-live="polite" className="text-lg">
        {labelOf(PARCEL_LABELS, state)}
        {task !== null && problem === null && (
          <span className="text-ink-soft">{labelOf(TASK_TEXT, task)}</span>
        )}
      </p>
      {problem !== null && (
        <Notice tone="error">
          {task === null ? 'The courier reports' : labelOf(PROBLEM_TEXT, task)}: {problem}
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

function ParcelButtons(props: OrderProps & { readonly parcel: Parcel }) {
  const { parcel, order } = props
  const isWaiting = parcel.task !== null && parcel.problem === null
  if (isWaiting || parcel.state === UNKNOWN_VALUE || isDispatched(parcel.state)) return null
  // A pending cancellation is continued under Refunds.
  if (order.refunds.some(({ state }) => state === 'unpacking')) return null
  return (
    <div className="flex flex-wrap gap-3">
      {parcel.task !== 'unpack' && order.status === 'completed' && <NextButton {...props} />}
      <UnpackButton {...props} />
    </div>
  )
}

function UnpackButton({ order, onChange }: OrderProps) {
  const call = useOrderCall(order)
  return (
    <Confirm
      label="Unpack"
      about={order.number}
      title="Unpack the parcel"
      confirmLabel="Unpack"
      onConfirm={() => call(unpackParcel)}
      onDone={onChange}
    >
      <p>
        Open the box and take the label off. The courier is asked to cancel the parcel, where it knows of it;
        then the order can be packed anew. Once it has an invoice, that is with the same pieces.
      </p>
    </Confirm>
  )
}

function NextButton({ order, parcel, onChange }: OrderProps & { readonly parcel: Parcel }) {
  const call = useOrderCall(order)
  const common = { about: order.number, isNext: true, onDone: onChange }
  if (parcel.state === 'packed')
    return (
      <Confirm
        {...common}
        label="Book"
        title="Book the courier"
        confirmLabel="Book"
        onConfirm={() => call(bookParcel)}
      >
        <BookingConsequences order={order} parcel={parcel} />
      </Confirm>
    )
  if (parcel.state === 'booked')
    return (
      <Confirm
        {...common}
        label="Make label"
        title="Make label and manifest"
        confirmLabel="Make label"
        onConfirm={() => call(makeParcelLabel)}
      >
        <p>The courier makes label and manifest for you to print.</p>
      </Confirm>
    )
  if (parcel.state !== 'labelled') return null
  return (
    <Confirm
      {...common}
      label="Hand over"
      title="Hand the parcel over"
      confirmLabel="Hand over"
      onConfirm={() => call(handOver)}
    >
      <p>
        Records that {parcel.courierName ?? order.courierName} has the parcel
        {parcel.awb !== null && ` under ${parcel.awb}`}. <EmailNote to={order.shipTo.email} /> the tracking
        number and its link. From then on the order can no longer be cancelled, only returned.
      </p>
    </Confirm>
  )
}

/** Everything that the button books, issues and costs. */
function BookingConsequences({ order, parcel }: { readonly order: DeskOrder; readonly parcel: Parcel }) {
  const { courierName, shipTo, shipping } = order
  return (
    <>
      <p>
        <strong>{courierName}</strong>, which the customer chose
        {shipping !== null && (shipping === 0 ? ' with free shipping' : ` for ${formatRupees(shipping)}`)},
        gives the parcel of {inGrams(parcel.weightMg)} g a tracking number and collects it for {shipTo.city}{' '}
        {shipTo.pincode}. The freight is charged to your account there.
      </p>
      <p>{invoiceText(order)}</p>
      <p>
        <EmailAddress>{shipTo.email}</EmailAddress> gets the tracking number when you hand the parcel over.
      </p>
    </>
  )
}

function invoiceText({ history, isTest, issuesInvoice, total, lines }: DeskOrder): string {
  if (history.some(({ event }) => event === 'booked'))
    return 'A tax invoice that was issued at the first booking stays as it is.'
  if (!issuesInvoice)
    return 'No tax invoice is issued: the tax of a piece is unknown, or the GSTIN and the taxes of the shop are not confirmed yet.'
  const isWhole = lines.every(({ cancelledQuantity }) => cancelledQuantity === 0)
  const amount = total !== null && isWhole ? ` over ${formatRupees(total)}` : ''
  return `${isTest ? 'A specimen of the tax invoice' : 'The tax invoice'} is issued${amount}, with the next number of its series and the date of today. It can be credited afterwards, but not changed. The customer can download it, with the certificates of the pieces.`
}

function PackingSlip({ number }: { readonly number: string }) {
  const { send } = useDesk()
  const downloading = useCall(
    () => send(readPackingSlip, { params: { number } }),
    ({ pdf }) => savePdf(`packing-slip-${number}`, pdf),
  )
  return (
    <div className="mb-4">
      <Button variant="secondary" size="sm" busy={downloading.isBusy} onClick={() => downloading.run()}>
        Download packing slip
      </Button>
      <ErrorNotice>{downloading.error}</ErrorNotice>
    </div>
  )
}

/** Couriers use capitals: OUT FOR DELIVERY. */
function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()
}

function Scans({ scans }: Pick<Parcel, 'scans'>) {
  if (scans.length === 0) return null
  return (
    <ol aria-label="Tracking" className="mt-6 border-t border-line">
      {scans.map(({ at, activity, location }) => (
        <li key={`${at} ${activity}`} className="border-b border-line py-2 text-sm">
          {sentenceCase(activity)}{' '}
          <span className="text-ink-soft">
            {location}, {dateTime(at)}
          </span>
        </li>
      ))}
    </ol>
  )
}
