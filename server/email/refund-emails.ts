/** E-mails about a refund that was made: sent through the gateway, or paid by the shop itself. */
import type { DirectRefundMethod } from '#domain/direct-refund.ts'
import { formatRupees, ZERO, type Paise } from '#domain/money.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { renderEmail, type EmailContent, type Part, type Row } from './render-email.ts'
import { greeting, piecesPart, testNote, type OrderEmail, type OrderedPiece } from './templates.ts'

interface RefundEmail extends OrderEmail {
  readonly amount: Paise
  /** Empty if it is unknown which pieces it is for. */
  readonly pieces?: readonly OrderedPiece[]
  /** The part of the amount that is not for the pieces. */
  readonly extra?: Paise
  /** Number of the credit note; null if none is issued, or not yet. */
  readonly creditNote?: string | null
}

export function refundSentEmail(email: RefundEmail): EmailContent {
  const { order, amount } = email
  return renderEmail(`Your refund for order ${order.number} is on its way`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph: `We have sent ${formatRupees(amount)} back to the account or card you paid with. Banks usually show it within five to seven working days.`,
    },
    ...refundParts(email, []),
  ])
}

interface DirectRefundEmail extends RefundEmail {
  readonly method: DirectRefundMethod
  /** Empty for cash. */
  readonly reference: string
  /** A day in India. */
  readonly paidOn: string
}

export function directRefundEmail(email: DirectRefundEmail): EmailContent {
  const { order, amount, method, reference, paidOn } = email
  return renderEmail(`Your refund for order ${order.number} is paid`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph: `We have paid you ${formatRupees(amount)} by ${method} on ${formatIndiaDate(new Date(paidOn))}, in place of a refund that could not be made. If you have not received it, please reply to this e-mail.`,
    },
    ...refundParts(email, [
      { label: 'Paid by', value: method },
      ...(reference === '' ? [] : [{ label: 'Reference', value: reference }]),
    ]),
  ])
}

/** What was refunded: pieces, numbers, and the amount. */
function refundParts(
  { order, orderUrl, amount, pieces = [], extra = ZERO, creditNote = null }: RefundEmail,
  howPaid: readonly Row[],
): Part[] {
  return [
    ...(pieces.length === 0 ? [] : [{ paragraph: 'The refund is for these pieces:' }, piecesPart(pieces)]),
    {
      rows: [
        { label: 'Order', value: order.number },
        ...(order.paymentId === null ? [] : [{ label: 'Payment', value: order.paymentId }]),
        ...howPaid,
        ...(creditNote === null ? [] : [{ label: 'Credit note', value: creditNote }]),
        ...(pieces.length === 0 || extra === 0
          ? []
          : [{ label: 'Additional amount', value: formatRupees(extra) }]),
        { label: 'Refund', value: formatRupees(amount), isTotal: true },
      ],
    },
    { button: 'See your order', url: orderUrl },
  ]
}
