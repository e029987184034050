import { useParams } from 'react-router'
import { readDeskOrder, type DeskOrder } from '#contract/desk/orders.ts'
import { formatRupees } from '#domain/money.ts'
import { sizeLabel } from '#domain/sizes.ts'
import { useRevalidation } from '#app/state/use-revalidation.ts'
import { Section } from '#app/ui/Section.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { Documents } from './Documents.tsx'
import { EmailAddress } from './EmailAddress.tsx'
import { Loading, LoadingLine, LoadingRows, LoadingSection, LoadingText } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { eventSourceText, eventText } from './order-history.ts'
import { deskOrderStatusText } from './order-status.ts'
import { OrderNumber } from './OrderNumber.tsx'
import { PanSection } from './PanSection.tsx'
import { ParcelSection } from './ParcelSection.tsx'
import { RefundSection } from './RefundSection.tsx'
import { ReturnSection } from './ReturnSection.tsx'
import { dateTime, REFRESH_MS } from './texts.ts'

/** Interval while a courier task or a refund is pending. */
const RELOAD_MS = 1500

export function OrderScreen() {
  const { number = '' } = useParams()
  useTitle(number)
  const { send } = useDesk()
  const input = { params: { number } }
  const request = useDeskData(readDeskOrder, input)
  const { state, setValue, retry } = request
  const order = state.status === 'ready' ? state.value : null
  const isParcelWaiting = order?.parcel?.task != null && order.parcel.problem === null
  const isRefundWaiting = order?.refunds.some(({ state, problem }) => state === 'due' && problem === null)
  const isPickupWaiting = order?.returns.some(({ pickup }) => pickup?.task != null && pickup.problem === null)
  const isWaiting = isParcelWaiting || isRefundWaiting === true || isPickupWaiting === true
  useRevalidation(
    request,
    () => send(readDeskOrder, { ...input, isUnattended: true }),
    isWaiting ? RELOAD_MS : REFRESH_MS,
  )
  return (
    <>
      <h1 className="font-sans text-[min(var(--text-2xl),11vw)] leading-(--text-2xl--line-height)">
        <OrderNumber>{number}</OrderNumber>
      </h1>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingOrder />}
      {order && (
        <>
          <p className="mt-1 text-ink-soft">
            <span aria-live="polite" className="font-medium text-ink">
              {deskOrderStatusText(order)}
            </span>{' '}
            · placed {dateTime(order.placedAt)}
            {order.isTest && ' · test order'}
          </p>
          <div className="mt-6 grid grid-cols-1 gap-10 lg:grid-cols-2">
            <div className="grid grid-cols-1 content-start gap-10">
              <ParcelSection order={order} onChange={setValue} />
              <ReturnSection order={order} onChange={setValue} />
              <RefundSection order={order} onChange={setValue} />
            </div>
            <Facts order={order} />
          </div>
        </>
      )}
    </>
  )
}

function LoadingOrder() {
  return (
    <Loading className="mt-1">
      <LoadingLine width="w-72" />
      <div className="mt-6 grid grid-cols-1 gap-10 lg:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-10">
          <LoadingSection>
            <LoadingText lines={3} />
          </LoadingSection>
          <LoadingSection>
            <LoadingText lines={2} />
          </LoadingSection>
        </div>
        <div className="grid grid-cols-1 content-start gap-8">
          <LoadingSection>
            <LoadingRows rows={2} cells={[['text-base', 'text-sm'], ['text-base']]} />
          </LoadingSection>
          <LoadingSection>
            <LoadingText lines={5} />
          </LoadingSection>
          <LoadingSection>
            <LoadingRows rows={5} cells={[['text-sm']]} spacing="gap-x-6 gap-y-1 py-2" />
          </LoadingSection>
        </div>
      </div>
    </Loading>
  )
}

function Facts({ order }: { readonly order: DeskOrder }) {
  const { shipTo, business, lines, total, shipping, offerCode, paymentId, history, courierName } = order
  return (
    <div className="grid grid-cols-1 content-start gap-8">
      <Section id="pieces" title="Pieces">
        <ul className="border-t border-line">
          {lines.map((line) => (
            <li key={line.position} className="flex flex-wrap gap-x-4 border-b border-line py-3">
              <span className="min-w-0 flex-1 basis-40">
                {line.name}{' '}
                <span className="inline-block">
                  {line.size && `(${sizeLabel(line)}) `}×&nbsp;{line.quantity}
                </span>
                {line.cancelledQuantity > 0 && `, ${line.cancelledQuantity} cancelled`}
                {line.codes.length > 0 && (
                  <span className="block text-sm tabular-nums text-ink-soft">{line.codes.join(', ')}</span>
                )}
              </span>
              {line.total !== null && <span className="figures">{formatRupees(line.total)}</span>}
            </li>
          ))}
        </ul>
        {total !== null && (
          <p className="mt-3 text-right tabular-nums">
            {shipping === 0 || shipping === null ? '' : `Shipping\u00A0${formatRupees(shipping)} · `}
            Total&nbsp;{formatRupees(total)}
          </p>
        )}
        {offerCode !== null && <p className="text-right text-sm text-ink-soft">Offer code {offerCode}</p>}
        {paymentId !== null && <p className="text-right text-sm text-ink-soft">{paymentId}</p>}
      </Section>
      <Documents order={order} />
      <Section id="customer" title="Customer">
        <address className="break-words not-italic">
          {shipTo.name}
          <br />
          {shipTo.address}
          <br />
          {shipTo.city} {shipTo.pincode}, {shipTo.state}
          <br />
          {shipTo.phone}
          <br />
          <EmailAddress>{shipTo.email}</EmailAddress>
        </address>
        {business && (
          <p className="mt-2 break-words">
            {business.name}, GSTIN <span className="figures">{business.gstin}</span>
          </p>
        )}
        {order.hasPan && <PanSection number={order.number} />}
        <p className="mt-2 text-sm text-ink-soft">Chosen courier: {courierName}</p>
      </Section>
      <History history={history} />
    </div>
  )
}

function History({ history }: Pick<DeskOrder, 'history'>) {
  return (
    <Section id="history" title="History">
      <ol className="border-t border-line">
        {history.map((step) => (
          <li
            key={`${step.at} ${step.event}`}
            className="border-b border-line py-2 text-sm break-words first-letter:uppercase"
          >
            {eventText(step.event)}{' '}
            <span className="text-ink-soft">
              {eventSourceText(step)}, {dateTime(step.at)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
