/** Customers who buy, change their minds, cancel, ask and return, through the calls that the pages make. */
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { explainPrice } from '#contract/collection.ts'
import { createOrder, dismissPayment, verifyPayment } from '#contract/checkout.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { changeLists } from '#contract/lists.ts'
import { sendContactMessage } from '#contract/messages.ts'
import { cancelOwnOrder } from '#contract/order-decisions.ts'
import { readReturns, requestOwnReturn, addReturnTracking } from '#contract/returns.ts'
import { calculateShipping } from '#contract/shipping.ts'
import { priceCart, quoteCart } from '#domain/cart.ts'
import type { Cart } from '#domain/cart-changes.ts'
import { OPENING_COLLECTION } from '#domain/catalogue/opening.ts'
import { paise } from '#domain/money.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { availabilityOf } from '#domain/product.ts'
import { CUSTOMER_RETURN_REASONS, type CustomerReturnReason } from '#domain/return.ts'
import { inKilograms, shipmentWeightMg } from '#domain/shipping.ts'
import { PICKUP_PINCODE } from '#domain/shop.ts'
import { sizesOf } from '#domain/size-range.ts'
import { signIn, signUp, type TestClient } from '../chaos/client.ts'
import type { GatewayControls, Proof } from '../chaos/gateway.ts'
import type { Random } from '../chaos/random.ts'
import type { DemoClock } from './clock.ts'
import { until } from './staff.ts'

// prettier-ignore
const FIRST_NAMES = [
  'Asha', 'Rohan', 'Priya', 'Arjun', 'Kavya', 'Vikram', 'Neha', 'Sanjay', 'Divya', 'Imran',
  'Lakshmi', 'Harpreet', 'Anita', 'Joseph', 'Farah', 'Manish', 'Sunita', 'Deepak', 'Tara', 'Nikhil',
]
// prettier-ignore
export const LAST_NAMES = [
  'Verma', 'Sharma', 'Nair', 'Reddy', 'Khan', 'Singh', 'Gupta', 'Iyer', 'Das', 'Patil',
  'Mehta', 'Thomas', 'Banerjee', 'Joshi', 'Rao', 'Kaur', 'Bose', 'Menon', 'Chawla', 'Pillai',
]
const STREETS = ['Johari Bazaar', 'MG Road', 'Station Road', 'Park Street', 'Gandhi Nagar', 'Lake View Road']
const PLACES = [
  { city: 'New Delhi', state: 'Delhi', pincode: '110001' },
  { city: 'Gurugram', state: 'Haryana', pincode: '122001' },
  { city: 'Mumbai', state: 'Maharashtra', pincode: '400001' },
  { city: 'Pune', state: 'Maharashtra', pincode: '411001' },
  { city: 'Jaipur', state: 'Rajasthan', pincode: '302001' },
  { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' },
  { city: 'Chennai', state: 'Tamil Nadu', pincode: '600001' },
  { city: 'Hyderabad', state: 'Telangana', pincode: '500001' },
  { city: 'Kolkata', state: 'West Bengal', pincode: '700001' },
  { city: 'Guwahati', state: 'Assam', pincode: '781001' },
] as const
const MESSAGES = [
  'Is the Chandrika ring available in size 16?',
  'Can I collect my order at the shop in New Delhi?',
  'Do you exchange old gold?',
  'My parcel has not moved for two days. When will it be here?',
  'Could you engrave a date inside a band before you send it?',
  'Please send me the certificate once more.',
]

export interface Customer {
  client: TestClient
  readonly address: {
    readonly name: string
    readonly address: string
    readonly city: string
    readonly state: string
    readonly pincode: string
    readonly phone: string
    readonly email: string
  }
}

export interface Shopping {
  readonly siteUrl: string
  readonly gateway: GatewayControls
  readonly random: Random
  readonly clock: DemoClock
}

export async function newCustomer({ siteUrl, random }: Shopping, index: number): Promise<Customer> {
  const name = `${random.oneOf(FIRST_NAMES)} ${random.oneOf(LAST_NAMES)}`
  const email = `${name.toLowerCase().replace(' ', '.')}.${index}@example.in`
  const place = random.oneOf(PLACES)
  return {
    client: await signUp(siteUrl, name, email),
    address: {
      name,
      address: `${random.between(1, 240)} ${random.oneOf(STREETS)}`,
      ...place,
      phone: `98${random.between(10_000_000, 99_999_999)}`,
      email,
    },
  }
}

/** On another day, the last session has expired. */
export async function comeBack(customer: Customer, { siteUrl }: Shopping): Promise<Customer> {
  customer.client = await signIn(siteUrl, customer.client)
  return customer
}

export type Outcome = 'paid' | 'cancelled after payment' | 'not paid' | 'sold out'

export interface Purchase {
  readonly outcome: Outcome
  /** Empty if no order was placed. */
  readonly orderNumber: string
}

/** Percentages of orders. */
const DECLINED_FIRST = 8
const DISMISSED = 9
const LEFT = 4
const CANCELLED = 4

export async function buy(customer: Customer, shopping: Shopping): Promise<Purchase> {
  const { gateway, random, clock } = shopping
  const call = callAs(customer, clock)
  const lines = choosePieces(random)
  const changes = [
    { do: 'clear' as const },
    ...lines.map(({ quantity, ...product }) => ({ do: 'add' as const, product, quantity })),
  ].map((change) => ({ id: randomUUID(), list: 'cart' as const, change }))
  const { cartGeneration } = await call(changeLists, { changes })
  const wanted = await priceOrder(customer, shopping, { lines, cartGeneration })
  const placed = await customer.client.callWithRetry(createOrder, wanted)
  // Another customer bought the last one.
  if (placed.body === null && placed.status === 409) return { outcome: 'sold out', orderNumber: '' }
  const { id, order_number: orderNumber = '', amount } = placed.body ?? fail('The order', placed)

  const draw = random.between(1, 100)
  if (draw <= LEFT) return { outcome: 'not paid', orderNumber }
  if (draw <= LEFT + DISMISSED) {
    await gateway.pay(id, 'dismissed')
    await call(dismissPayment, { orderId: id, outcome: 'cancelled', reason: 'Payment was cancelled' })
    return { outcome: 'not paid', orderNumber }
  }
  if (draw <= LEFT + DISMISSED + DECLINED_FIRST) await gateway.pay(id, 'failure')
  const proof = await gateway.pay(id, 'success')
  if (typeof proof === 'string') throw new Error(`The gateway did not take the payment of ${orderNumber}`)
  await call(verifyPayment, { ...proofOf(proof), amount, items: wanted.items })
  if (draw <= 100 - CANCELLED) return { outcome: 'paid', orderNumber }
  await call(withNumber(cancelOwnOrder, orderNumber), null)
  return { outcome: 'cancelled after payment', orderNumber }
}

/** Part of a delivered order is returned: requested, and sent once staff have approved. */
export async function askForReturn(
  customer: Customer,
  orderNumber: string,
  { random, clock }: Shopping,
): Promise<void> {
  const call = callAs(customer, clock)
  // The shop learns of the delivery in the background.
  const lines = await until(`${orderNumber} to be delivered`, async () => {
    const returnable = await call(withNumber(readReturns, orderNumber), null)
    return returnable.until === null ? undefined : returnable.lines
  })
  if (lines.length === 0) return
  const { position } = random.oneOf(lines)
  await call(withNumber(requestOwnReturn, orderNumber), {
    id: randomUUID(),
    lines: [{ position, quantity: 1 }],
    // Object.keys loses the key type.
    reason: random.oneOf(Object.keys(CUSTOMER_RETURN_REASONS) as CustomerReturnReason[]),
    note: '',
    resolution: random.oneOf(['refund', 'refund', 'exchange'] as const),
  })
}

/** Once staff have approved, the customer enters the parcel's tracking. False until then. */
export async function sendBack(
  customer: Customer,
  orderNumber: string,
  { random, clock }: Shopping,
): Promise<boolean> {
  const call = callAs(customer, clock)
  const { returns } = await call(withNumber(readReturns, orderNumber), null)
  const approved = returns.find(({ state, tracking }) => state === 'approved' && tracking === '')
  if (!approved) return false
  const tracking = `Blue Dart ${random.between(10_000_000, 99_999_999)}`
  await call(withNumber(addReturnTracking, orderNumber), { id: approved.id, tracking })
  return true
}

export async function writeMessage(customer: Customer, { random, clock }: Shopping): Promise<void> {
  const { name, email } = customer.address
  await callAs(customer, clock)(sendContactMessage, { name, email, message: random.oneOf(MESSAGES) })
}

/** Throws unless the response is a success. */
function callAs({ client }: Customer, clock: DemoClock) {
  return async <Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    body: z.input<Request>,
  ): Promise<z.output<Response>> => {
    clock.pause()
    const result = await client.callWithRetry(endpoint, body)
    return result.body ?? fail(endpoint.path, result)
  }
}

function fail(what: string, { status, message }: { status: number; message: string | null }): never {
  throw new Error(`${what}: ${status} ${message ?? ''}`)
}

function withNumber<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  number: string,
): Endpoint<Request, Response> {
  return { ...endpoint, path: endpoint.path.replace(':number', number) as `/api/${string}` }
}

function proofOf({ razorpay_payment_id, razorpay_order_id, razorpay_signature }: Proof): Proof {
  return { razorpay_payment_id, razorpay_order_id, razorpay_signature }
}

const ON_SALE = OPENING_COLLECTION.products.filter((product) => availabilityOf(product) === 'in stock')

function choosePieces(random: Random): Cart {
  const products = new Set([random.oneOf(ON_SALE), ...(random.happens(0.25) ? [random.oneOf(ON_SALE)] : [])])
  return [...products].map((product) => {
    const { type, id } = product
    const sizes = sizesOf(product)
    const size = sizes.length > 0 ? random.oneOf(sizes) : ''
    return { type, id, size, quantity: random.happens(0.06) ? 2 : 1 }
  })
}

interface Wish {
  readonly lines: Cart
  readonly cartGeneration: number
}

/** At current prices, by the first courier. */
async function priceOrder(
  customer: Customer,
  { siteUrl, clock }: Shopping,
  { lines, cartGeneration }: Wish,
): Promise<z.input<NonNullable<(typeof createOrder)['request']>>> {
  const products = await Promise.all(lines.map((line) => productOfToday(siteUrl, line)))
  const cart = priceCart(lines, ({ type, id }) =>
    products.find((product) => product.type === type && product.id === id),
  )
  const { shippingRates, quote } = await callAs(customer, clock)(calculateShipping, {
    pickup_postcode: PICKUP_PINCODE,
    delivery_postcode: customer.address.pincode,
    weight: inKilograms(shipmentWeightMg(cart.buyable)),
    items: [...lines],
  })
  const [courier] = shippingRates
  const quoted = courier && quoteCart(cart, courier.rate)
  if (!courier || !quoted?.ok) throw new Error(`No price for ${JSON.stringify(lines)}`)
  return {
    amount: quoted.value.total,
    items: cart.buyable.map(({ key, product, unitPrice, quantity }) => ({
      ...key,
      name: product.name,
      price: unitPrice,
      quantity,
    })),
    cart_generation: cartGeneration,
    address: customer.address,
    courier_company_id: courier.courier_company_id,
    pan: 'ABCPE1234F',
    quote,
  }
}

async function productOfToday(siteUrl: string, { type, id }: Cart[number]): Promise<PricedProduct> {
  const product = OPENING_COLLECTION.find({ type, id })
  const response = await fetch(`${siteUrl}${explainPrice.path}?type=${type}&id=${id}`)
  if (!product || !response.ok) throw new Error(`No price of ${type} ${id}: ${response.status}`)
  const { price } = explainPrice.response.parse(await response.json())
  return { ...product, price: { ...product.price, amount: paise(price) } }
}
