/** Creates orders for the desk tests through calls: buying and packing are tested with their own pages. */
import { expect, type Page } from '@playwright/test'
import type { ParcelState } from '#domain/parcel.ts'
import type { ProductKey } from '#domain/product.ts'
import { controlsOf } from '../../scripts/chaos/gateway.ts'
import type { Random } from '../../scripts/chaos/random.ts'
import {
  askForReturn as ask,
  buy,
  newCustomer,
  type Customer,
  type Shopping,
} from '../../scripts/demo/customers.ts'
import type { LanServer } from './lan-server.ts'

export interface PaidOrder {
  readonly number: string
  /** The customer's account; its password is `kundan-1995`. */
  readonly email: string
  readonly customer: Customer
}

let customers = 0

/** One piece, or two identical ones, of a separate customer. */
export async function placePaidOrder(
  server: LanServer,
  piece: ProductKey,
  { isOfTwo = false } = {},
): Promise<PaidOrder> {
  const shopping = shoppingAt(server, { piece, isOfTwo })
  customers += 1
  const customer = await newCustomer(shopping, customers)
  const { outcome, orderNumber } = await buy(customer, shopping)
  expect(outcome).toBe('paid')
  return { number: orderNumber, email: customer.address.email, customer }
}

/** Chooses the piece, pays at once, and uses the first option of everything else. */
function shoppingAt(
  { url, sandboxUrl }: LanServer,
  { piece, isOfTwo = false }: { readonly piece?: ProductKey; readonly isOfTwo?: boolean } = {},
): Shopping {
  const random: Random = {
    // A random choice adds another product, here the same one, and takes two of it.
    happens: () => isOfTwo,
    between: (least, most) => Math.floor((least + most) / 2),
    oneOf<Thing>(things: readonly Thing[]) {
      const chosen = things.find((thing) => piece && isPiece(thing, piece)) ?? things[0]
      if (chosen === undefined) throw new Error('Nothing to choose from')
      return chosen
    },
  }
  const clock = { advanceTo() {}, pause() {} }
  return { siteUrl: url, gateway: controlsOf(sandboxUrl), random, clock }
}

/** Delivers a packed parcel by the courier's scans. */
export async function deliver(page: Page, server: LanServer, number: string): Promise<void> {
  const { advanceParcel } = controlsOf(server.sandboxUrl)
  while ((await advanceParcel(number)) !== null);
  await expectParcel(page, number, 'delivered')
}

function expectParcel({ request }: Page, number: string, state: ParcelState): Promise<void> {
  return expect
    .poll(async () => (await (await request.get(`/api/desk/orders/${number}`)).json()).parcel?.state, {
      timeout: 60_000,
    })
    .toBe(state)
}

/** The lines of the piece, for a refund. */
export function askForReturn(server: LanServer, { customer, number }: PaidOrder): Promise<void> {
  return ask(customer, number, shoppingAt(server))
}

function isPiece(thing: unknown, { type, id }: ProductKey): boolean {
  return typeof thing === 'object' && thing !== null && 'type' in thing && 'id' in thing
    ? thing.type === type && thing.id === id
    : false
}

/** An act on an order by the staff member who is signed in on the page. */
async function act({ request }: Page, number: string, path: string, data: object = {}) {
  const response = await request.post(`/api/desk/orders/${number}/${path}`, { data })
  expect(response.status(), await response.text()).toBe(200)
  return response.json()
}

/** Which issues the invoice. */
export async function bookParcel(page: Page, number: string): Promise<void> {
  await act(page, number, 'book')
  await expectParcel(page, number, 'booked')
}

/** Of a booked parcel. */
export async function labelParcel(page: Page, number: string): Promise<void> {
  await act(page, number, 'label')
  await expectParcel(page, number, 'labelled')
}

/** With its own weight and seal. */
export async function packOrder(page: Page, number: string, codes: readonly string[]): Promise<void> {
  const seal = `S-${number.slice(-8)}`
  await act(page, number, 'pack', { weightMg: 180_000, seal, pieces: [{ position: 0, codes }] })
}

/** Packs it first, and waits for the courier. */
export async function sendParcel(
  page: Page,
  number: string,
  { codes }: { codes: readonly string[] },
): Promise<void> {
  await packOrder(page, number, codes)
  await bookParcel(page, number)
  await labelParcel(page, number)
  await act(page, number, 'hand-over')
  await expectParcel(page, number, 'handed over')
}
