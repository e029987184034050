/** All e-mails of the shop, as plain text and as HTML. */
import type { OrderSummary } from '#contract/account.ts'
import { formatRupees, type Paise } from '#domain/money.ts'
import { TEST_ORDER_TEXT } from '#domain/order.ts'
import type { ReturnReason, ReturnResolution, ReturnState, UnmadeRefundCause } from '#domain/return.ts'
import { MADE_TO_ORDER_DAYS, RETURN_DAYS } from '#domain/deadlines.ts'
import { SHOP } from '#domain/shop.ts'
import { sizeLabel } from '#domain/sizes.ts'
import { formatIndiaDate, formatIndiaDateTime } from '#domain/time.ts'
import { renderEmail, type EmailContent, type Part, type Row } from './render-email.ts'

/** `name` is null unless the e-mail address is verified. */
export function passwordReset({ name, resetUrl }: { name: string | null; resetUrl: string }): EmailContent {
  return renderEmail('Reset your password', [
    greeting(name),
    { paragraph: 'A new password was requested for your account with us, we hope by you.' },
    { button: 'Choose a new password', url: resetUrl },
    {
      paragraph:
        'The link works once and for one hour. If it was not you, there is nothing to do: your password stays as it is.',
    },
  ])
}

export function newsletterConfirmation(urls: { confirmUrl: string; unsubscribeUrl: string }): EmailContent {
  return renderEmail('Please confirm your subscription', [
    { paragraph: `You asked to hear from ${SHOP.name}: new pieces, and now and then an offer.` },
    { button: 'Confirm the subscription', url: urls.confirmUrl },
    { paragraph: 'If you did not ask for this, ignore it. We write to nobody who has not confirmed.' },
    { link: 'Unsubscribe at any time', url: urls.unsubscribeUrl },
  ])
}

/** Without a name, because the owner of the address is not verified yet. */
export function staffInvitationEmail({ url, role }: { url: string; role: string }): EmailContent {
  return renderEmail(`Your access to the desk of ${SHOP.name}`, [
    { paragraph: `You are invited to the desk of the shop, as ${role}.` },
    { button: 'Set up your access', url },
    {
      paragraph:
        'The link works once and for 24 hours. Have a phone with an authenticator app at hand. If you did not expect this, ignore it.',
    },
  ])
}

/** To the retailer. */
export function contactMessageEmail(message: { name: string; email: string; message: string }): EmailContent {
  return renderEmail(`Message from ${message.name}`, [
    { paragraph: `${message.name} (${message.email}) wrote by the contact form:` },
    { quote: message.message },
    { paragraph: 'Reply to this e-mail to answer.' },
  ])
}

export interface OrderEmail {
  readonly order: OrderSummary
  readonly orderUrl: string
}

interface ConfirmationEmail extends OrderEmail {
  /** Names of the pieces. */
  readonly madeToOrder?: string
}

export function orderConfirmationEmail({
  order,
  orderUrl,
  madeToOrder = '',
}: ConfirmationEmail): EmailContent {
  const { shipTo } = order
  return renderEmail(`Your order ${order.number} is confirmed`, [
    greeting(shipTo.name),
    ...testNote(order),
    { paragraph: 'Thank you. We have received your payment and are preparing your pieces with care.' },
    {
      rows: [
        { label: 'Order', value: order.number },
        { label: 'Date', value: formatIndiaDateTime(new Date(order.completedAt ?? order.placedAt)) },
        ...(order.paymentId === null ? [] : [{ label: 'Payment', value: order.paymentId }]),
      ],
    },
    { rows: amountsOf(order) },
    ...(madeToOrder === ''
      ? []
      : [
          {
            paragraph: `We make for you, and send within ${MADE_TO_ORDER_DAYS} days: ${madeToOrder}. If that is later than you expected, reply to this e-mail and we will refund your payment.`,
          },
        ]),
    { paragraph: `We send it by ${order.courierName} to:` },
    {
      quote: [
        shipTo.name,
        shipTo.address,
        `${shipTo.city} ${shipTo.pincode}`.trim(),
        shipTo.state,
        shipTo.phone,
      ]
        .filter(Boolean)
        .join('\n'),
    },
    { button: 'See your order', url: orderUrl },
  ])
}

export function consentRequestEmail({
  order,
  orderUrl,
  pieces,
  dueAt,
}: OrderEmail & { pieces: string; dueAt: Date }): EmailContent {
  return renderEmail(`Please choose: your order ${order.number}`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph: `Your payment has reached us, after we could no longer hold your pieces. Meanwhile another customer had bought what we had of: ${pieces}. We are sorry.`,
    },
    {
      paragraph: `We can make it for you, at the same price, and send the order within ${MADE_TO_ORDER_DAYS} days; or we will refund your payment in full. Please tell us on the page of your order until ${formatIndiaDateTime(dueAt)}. If we do not hear from you, we will refund your payment.`,
    },
    { rows: amountsOf(order) },
    { button: 'Choose', url: orderUrl },
  ])
}

export function orderSoldOutEmail({
  order,
  orderUrl,
  pieces,
}: OrderEmail & { pieces: string }): EmailContent {
  return renderEmail(`We could not keep your pieces for order ${order.number}`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph: `Your payment reached us after we could no longer hold your pieces, and meanwhile another customer had bought what we had of: ${pieces}. We are sorry. We will refund your payment in full to the account or card you paid with, and write again when it is on its way. Everything you chose is still in your cart.`,
    },
    { rows: amountsOf(order) },
    { button: 'See your order', url: orderUrl },
  ])
}

export function offerCodeUsedUpEmail({
  order,
  orderUrl,
  codeError,
}: OrderEmail & { codeError: string }): EmailContent {
  return renderEmail(`We will refund your payment for order ${order.number}`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph: `Your payment reached us when its price no longer held: it was that of an offer code. ${codeError} We are sorry. We will refund your payment in full to the account or card you paid with, and write again when it is on its way. Everything you chose is still in your cart.`,
    },
    { rows: amountsOf(order) },
    { button: 'See your order', url: orderUrl },
  ])
}

/** Without a name: anyone can have this sent to any address. */
export function paymentFailedEmail({
  order,
  cartUrl,
}: Pick<OrderEmail, 'order'> & { cartUrl: string }): EmailContent {
  return renderEmail(`Payment for order ${order.number} did not go through`, [
    greeting(null),
    ...testNote(order),
    {
      paragraph:
        'The payment for your order was not completed, and your pieces are still in your cart. If your bank shows the amount as taken, it either returns by itself, or reaches us later: then your order is complete, and we write to you. Please do not pay twice for the same order.',
    },
    { rows: amountsOf(order) },
    { button: 'Back to your cart', url: cartUrl },
  ])
}

export function orderCancelledEmail({
  order,
  orderUrl,
  amount,
}: OrderEmail & { amount: Paise }): EmailContent {
  return renderEmail(`Your order ${order.number} is cancelled`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph: `Your order is cancelled, and nothing is sent. We will refund ${formatRupees(amount)} to the account or card you paid with, and write again when it is on its way.`,
    },
    { rows: amountsOf(order) },
    { button: 'See your order', url: orderUrl },
  ])
}

export type OrderedPiece = Pick<OrderSummary['lines'][number], 'type' | 'name' | 'size' | 'quantity'>

interface LinesCancelledEmail extends OrderEmail {
  readonly amount: Paise
  readonly pieces: readonly OrderedPiece[]
}

export function linesCancelledEmail({ order, orderUrl, amount, pieces }: LinesCancelledEmail): EmailContent {
  return renderEmail(`Pieces of your order ${order.number} are cancelled`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph: `These pieces are cancelled. We send the rest, return ${formatRupees(amount)} to the account or card you paid with, and write again when it is on its way.`,
    },
    piecesPart(pieces),
    { button: 'See your order', url: orderUrl },
  ])
}

export function cancellationDeclinedEmail({ order, orderUrl }: OrderEmail): EmailContent {
  return renderEmail(`Your order ${order.number} could not be cancelled`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph:
        'We are sorry: the courier has your parcel already, and it could not be stopped. You can send the pieces back once they have arrived, on the page of your order.',
    },
    { button: 'See your order', url: orderUrl },
  ])
}

type UnmadeRefundEmail = OrderEmail & { cause: UnmadeRefundCause; amount: Paise; isOfReturn: boolean }

/** The customer was already informed that the return was accepted, or that the refund was sent. */
export function unmadeRefundEmail({ order, orderUrl, ...unmade }: UnmadeRefundEmail): EmailContent {
  const amount = formatRupees(unmade.amount)
  const reason =
    unmade.cause === 'declined'
      ? `We have accepted the pieces that you sent back, but not approved their refund of ${amount} as it was entered.`
      : `${unmade.isOfReturn ? 'We have accepted the pieces that you sent back, but their' : 'Your'} refund of ${amount} could not be made.`
  return renderEmail(`Your refund for order ${order.number} is delayed`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    { paragraph: reason },
    {
      paragraph:
        'You need do nothing: we look into it now, refund you in the way that is possible, and write when the money is on its way. If you have not heard from us after two working days, please reply to this e-mail.',
    },
    { button: 'See your order', url: orderUrl },
  ])
}

interface ParcelEmail extends OrderEmail {
  readonly courierName: string
  readonly awb: string | null
  readonly trackingUrl: string | null
  readonly expectedOn: Date
}

export function orderDispatchedEmail({
  order,
  orderUrl,
  courierName,
  awb,
  trackingUrl,
  expectedOn,
}: ParcelEmail): EmailContent {
  return renderEmail(`Your order ${order.number} is on its way`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    { paragraph: `We have handed your pieces to ${courierName}, who brings them to ${order.shipTo.city}.` },
    {
      rows: [
        { label: 'Order', value: order.number },
        ...(awb === null ? [] : [{ label: 'Tracking number', value: awb }]),
        { label: 'Expected', value: formatIndiaDate(expectedOn) },
      ],
    },
    ...(trackingUrl === null
      ? [{ button: 'See your order', url: orderUrl }]
      : [
          { button: 'Track the parcel', url: trackingUrl },
          { link: 'See your order', url: orderUrl },
        ]),
  ])
}

export function orderDeliveredEmail({ order, orderUrl }: OrderEmail): EmailContent {
  return renderEmail(`Your order ${order.number} has arrived`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph: `The courier tells us that your parcel was delivered. Should anything not be as you expected, you can return or exchange it for ${RETURN_DAYS} days, on the page of your order.`,
    },
    { rows: [{ label: 'Order', value: order.number }] },
    { button: 'See your order', url: orderUrl },
  ])
}

interface ReturnEmail extends OrderEmail {
  readonly state: ReturnState
  /** The customer wanted to keep the pieces, but the courier had collected them. */
  readonly wasWithdrawn: boolean
  /** The amount that the acceptance refunds: zero if everything was refunded before. */
  readonly refunded: Paise
  readonly reason: ReturnReason
  readonly resolution: ReturnResolution
  readonly siteUrl: string
  readonly pieces: readonly OrderedPiece[]
  /** The explanation if it is declined or rejected. */
  readonly explanation: string
  /** The address label for the parcel of an approved return. */
  readonly label: string
}

export function returnEmail(email: ReturnEmail): EmailContent {
  const { order, orderUrl, state, pieces, explanation, label, refunded } = email
  const { subject, text } = returnText(email)
  const isExchanged = email.resolution === 'exchange' && state === 'accepted'
  return renderEmail(`${subject}: order ${order.number}`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    ...(state === 'accepted' ? [{ paragraph: refundText(refunded) }] : []),
    ...(text === '' ? [] : [{ paragraph: text }]),
    ...(state === 'approved' ? [{ quote: label }] : []),
    ...(explanation === '' ? [] : [{ quote: explanation }]),
    piecesPart(pieces),
    ...(isExchanged
      ? [
          { button: 'Choose another piece or size', url: `${email.siteUrl}/allproducts` },
          { link: 'See your order', url: orderUrl },
        ]
      : [{ button: 'See your order', url: orderUrl }]),
  ])
}

function returnText({ state, reason, resolution, wasWithdrawn }: ReturnEmail): StateText {
  if (state === 'received' && reason === 'undelivered') return UNDELIVERED_TEXT
  if (state === 'received' && wasWithdrawn) return WITHDRAWN_TEXT
  return (resolution === 'exchange' && EXCHANGE_TEXTS[state]) || RETURN_TEXTS[state]
}

function refundText(refunded: Paise): string {
  return refunded > 0
    ? `We refund ${formatRupees(refunded)} for these pieces to the account or card you paid with, and write again when it is on its way.`
    : 'The price of these pieces was returned to you before.'
}

interface PickupEmail extends OrderEmail {
  readonly courierName: string
  /** Null if the courier names no day. */
  readonly scheduledFor: Date | null
}

export function pickupBookedEmail({ order, orderUrl, courierName, scheduledFor }: PickupEmail): EmailContent {
  const day = scheduledFor ? `on ${formatIndiaDate(scheduledFor)}` : 'on one of the next working days'
  return renderEmail(`We collect your return: order ${order.number}`, [
    greeting(order.shipTo.name),
    ...testNote(order),
    {
      paragraph: `${courierName || 'The courier'} comes ${day} to the address of your order. Please pack the pieces with their box and papers, close the parcel, and hand it to nobody who does not name your order. You pay nothing.`,
    },
    {
      quote: [order.shipTo.name, order.shipTo.address, `${order.shipTo.city} ${order.shipTo.pincode}`].join(
        '\n',
      ),
    },
    {
      paragraph:
        'Is nobody there then, or would you rather keep the pieces? Reply to this e-mail, or say so on the page of your order.',
    },
    { button: 'See your order', url: orderUrl },
  ])
}

const UNDELIVERED_TEXT = {
  subject: 'Your parcel has come back to us',
  text: 'The courier could not deliver it. We inspect the pieces now, and then refund their price to the account or card you paid with. If you would still like to have them, please order them again.',
}

const WITHDRAWN_TEXT = {
  subject: 'Your return has arrived',
  text: 'You had withdrawn this return, but the courier had collected the pieces already, and has brought them to us. We inspect them now, and write again. If you would like to have them back, please reply to this e-mail.',
}

interface StateText {
  readonly subject: string
  readonly text: string
}

/** Staff decide afterwards whether the courier collects them. */
const SEND_TEXT =
  'Please pack the pieces with their box and papers, send them insured to the address below, and tell us courier and tracking number on the page of your order. Where our courier collects them instead, we write to you when it comes: then send nothing yourself. If you need help, reply to this e-mail.'

/** An exchange is a refund and a new order. */
const EXCHANGE_TEXTS: Partial<Record<ReturnState, StateText>> = {
  requested: {
    subject: 'We have your request for an exchange',
    text: 'Please keep the pieces until we write again: within two working days we tell you whether and how to send them. Once we have accepted them, we refund their price, and you order the other piece or size.',
  },
  approved: {
    subject: 'Your exchange is approved',
    text: SEND_TEXT,
  },
  received: {
    subject: 'The pieces of your exchange have arrived',
    text: 'Thank you. We inspect the pieces now, and write again.',
  },
  accepted: {
    subject: 'Your exchange is accepted',
    text: 'You asked for another piece or size: please order it now, at the price of today.',
  },
}

const RETURN_TEXTS: Record<ReturnState, StateText> = {
  requested: {
    subject: 'We have your request for a return',
    text: 'Please keep the pieces until we write again: within two working days we tell you whether and how to send them.',
  },
  approved: {
    subject: 'Your return is approved',
    text: SEND_TEXT,
  },
  declined: {
    subject: 'We cannot take the pieces back',
    text: 'We are sorry: these pieces cannot be returned. The reason:',
  },
  withdrawn: {
    subject: 'Your return is withdrawn',
    text: 'As you asked, we no longer expect these pieces.',
  },
  received: {
    subject: 'Your return has arrived',
    text: 'Thank you. We inspect the pieces now, and write again.',
  },
  accepted: {
    subject: 'Your return is accepted',
    text: '',
  },
  rejected: {
    subject: 'We send your return back',
    text: 'We do not refund these pieces, and send them back to you. The reason:',
  },
}

/** Pass null if anyone could have entered name and address, so that nobody sends text of their own through the shop. */
export function greeting(name: string | null): Part {
  return { paragraph: `Dear ${name ?? 'customer'},` }
}

export function testNote({ isTest }: OrderSummary): readonly Part[] {
  return isTest ? [{ paragraph: TEST_ORDER_TEXT }] : []
}

export function piecesPart(pieces: readonly OrderedPiece[]): Part {
  return { pieces: pieces.map((piece) => ({ name: nameOf(piece), quantity: piece.quantity })) }
}

function nameOf(piece: Pick<OrderedPiece, 'type' | 'name' | 'size'>): string {
  return piece.size === '' ? piece.name : `${piece.name} (${sizeLabel(piece)})`
}

function amountsOf(order: OrderSummary): readonly Row[] {
  return [
    ...order.lines.map((line) => ({
      label: `${nameOf(line)} × ${line.quantity}${line.cancelled > 0 ? `, ${line.cancelled} of them cancelled` : ''}`,
      value: formatRupees(line.total),
    })),
    ...(order.offerCode === null ? [] : [{ label: 'Offer code', value: order.offerCode }]),
    { label: 'Subtotal', value: formatRupees(order.subtotal) },
    { label: 'Shipping', value: order.shipping === 0 ? 'Free' : formatRupees(order.shipping) },
    { label: 'Total Amount', value: formatRupees(order.total), isTotal: true },
  ]
}
