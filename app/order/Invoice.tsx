import type { OrderSummary } from '#contract/account.ts'
import { formatRupees, multiply, type Paise } from '#domain/money.ts'
import { skuOf } from '#domain/product.ts'
import { SHOP } from '#domain/shop.ts'
import { sizeLabel, type LineKey } from '#domain/sizes.ts'
import { formatIndiaDateTime } from '#domain/time.ts'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { AmountList } from '#app/ui/AmountList.tsx'
import { AddressLines } from '../address/AddressLines.tsx'
import { BilledTo } from './BilledTo.tsx'
import { LineFacts } from './LineFacts.tsx'
import { TestOrderNote } from './TestOrderNote.tsx'

/** Fields of both the server's order and the one saved in the browser; optional ones come from the server. */
export interface InvoiceOrder
  extends
    Pick<OrderSummary, 'number' | 'placedAt'>,
    Partial<
      Pick<
        OrderSummary,
        | 'offerCode'
        | 'subtotal'
        | 'shipping'
        | 'courierName'
        | 'shipTo'
        | 'business'
        | 'paymentId'
        | 'completedAt'
        | 'isTest'
      >
    > {
  readonly lines: readonly (Partial<
    LineKey & Pick<OrderSummary['lines'][number], 'facts' | 'firstPhotograph'>
  > & {
    readonly name: string
    readonly quantity: number
    readonly unitPrice: Paise
  })[]
  readonly total: Paise
  /** The server's order is loading: reserves space for its fields. */
  readonly isPartial?: boolean
}

/** As tall as a line. */
const PLACEHOLDER = <Skeleton className="inline-block h-[0.8em] w-24" />

interface InvoiceProps {
  readonly order: InvoiceOrder
  /** Title of the printed page. The tax invoice is a separate document, which booking the parcel issues. */
  readonly title?: string
}

/** The confirmation on screen; with the shop's letterhead in print. */
export function Invoice({ order, title = 'Invoice' }: InvoiceProps) {
  const { number, lines, shipTo, subtotal, shipping, total, paymentId, isPartial = false } = order
  return (
    <article className="@container border border-line bg-raised p-5 sm:p-8 print:border-0 print:bg-transparent print:p-0">
      <Letterhead title={title} />
      {order.isTest && <TestOrderNote className="mb-6 print:mt-6" />}
      <div className="grid gap-6 sm:grid-cols-2 print:mt-6 print:grid-cols-2">
        <dl className="grid grid-cols-1 content-start gap-x-5 gap-y-1.5 text-sm @min-[14rem]:grid-cols-[auto_1fr]">
          <dt className="text-ink-soft">Order ID</dt>
          <dd className="font-medium break-all">{number}</dd>
          <dt className="text-ink-soft">Date</dt>
          <dd>{formatIndiaDateTime(new Date(order.completedAt ?? order.placedAt))}</dd>
          {(paymentId || isPartial) && (
            <>
              <dt className="text-ink-soft">Payment</dt>
              <dd className="break-all">{paymentId ?? PLACEHOLDER}</dd>
            </>
          )}
        </dl>
        {(shipTo || isPartial) && (
          <div className="text-sm">
            {order.business && <BilledTo business={order.business} className="mb-4" />}
            <h2 className="overline-text font-sans text-ink-soft">Deliver to</h2>
            {shipTo ? (
              <AddressLines address={shipTo} className="mt-1" />
            ) : (
              <div className="mt-1">
                {['name', 'street', 'city', 'phone'].map((line) => (
                  <div key={line}>{PLACEHOLDER}</div>
                ))}
              </div>
            )}
          </div>
        )}
      </div>
      <Lines lines={lines} isPartial={isPartial} />
      <AmountList
        className="mt-4 ml-auto max-w-sm"
        rows={[
          ...(order.offerCode ? [{ label: 'Offer code', value: order.offerCode }] : []),
          ...(subtotal === undefined ? [] : [{ label: 'Subtotal', value: formatRupees(subtotal) }]),
          ...(shipping === undefined
            ? []
            : [
                {
                  label: order.courierName ? `Shipping, ${order.courierName}` : 'Shipping',
                  value: shipping === 0 ? 'Free' : formatRupees(shipping),
                },
              ]),
          ...(isPartial ? ['Subtotal', 'Shipping'].map((label) => ({ label, value: PLACEHOLDER })) : []),
        ]}
        total={{ label: 'Total Amount', value: formatRupees(total) }}
      />
      <p className="mt-8 hidden text-sm print:block">
        Prices include making charges and GST. Thank you for buying from {SHOP.name}.
      </p>
    </article>
  )
}

function Letterhead({ title }: Required<Pick<InvoiceProps, 'title'>>) {
  return (
    <header className="hidden items-start justify-between gap-8 border-b border-line pt-8 pb-6 print:flex">
      <div>
        <p className="text-lg font-medium">{SHOP.name}</p>
        <p className="text-sm">
          {SHOP.city} · since {SHOP.since}
          <br />
          {SHOP.phone} · {SHOP.email}
        </p>
      </div>
      <p className="font-serif text-2xl">{title}</p>
    </header>
  )
}

function Lines({ lines, isPartial }: Pick<InvoiceOrder, 'lines' | 'isPartial'>) {
  return (
    // If text is large, the total of a piece is on a line below it.
    <table className="mt-8 w-full border-collapse @max-[15rem]:block">
      <caption className="sr-only">Pieces</caption>
      <thead className="@max-[15rem]:hidden">
        <tr className="border-b border-line-strong text-left text-sm text-ink-soft">
          <th scope="col" className="py-2 pr-4 font-medium">
            Piece
          </th>
          <th scope="col" className="hidden py-2 pr-4 text-right font-medium sm:table-cell print:table-cell">
            Price
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Total
          </th>
        </tr>
      </thead>
      <tbody className="@max-[15rem]:block">
        {lines.map((line) => (
          <tr
            key={`${line.type}-${line.id}-${line.size}-${line.name}`}
            className="border-b border-line align-baseline @max-[15rem]:flex @max-[15rem]:flex-wrap @max-[15rem]:justify-between"
          >
            <th scope="row" className="py-3 pr-4 text-left font-normal">
              {line.name}
              {'\u00A0'}x{'\u00A0'}
              {line.quantity}
              {line.type && line.size && (
                <span className="block text-sm text-ink-soft">
                  {sizeLabel({ type: line.type, size: line.size })}
                </span>
              )}
              {line.type && line.id !== undefined && (
                <LineFacts {...line} sku={skuOf({ type: line.type, id: line.id })} isBrief />
              )}
              {isPartial && <span className="block text-sm">{PLACEHOLDER}</span>}
            </th>
            <td className="figures hidden py-3 pr-4 text-right sm:table-cell print:table-cell">
              {formatRupees(line.unitPrice)}
            </td>
            <td className="figures py-3 text-right">
              {formatRupees(multiply(line.unitPrice, line.quantity))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
