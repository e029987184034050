/** Returns at the desk. Each call returns the order, and may be repeated. */
import * as z from 'zod/mini'
import { PARCEL_WEIGHT_MG_MAX } from '#domain/parcel.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/shop.ts'
import { multiLine } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'
import { DeskOrder, PieceCode } from './orders.ts'

const Id = z.uuid()
const Return = z.strictObject({ id: Id })
/** What the customer reads. */
const Explained = z.strictObject({ id: Id, explanation: multiLine(500).check(z.minLength(1)) })

export const approveReturn = deskEndpoint({
  method: 'POST',
  path: '/api/desk/orders/:number/returns/approve',
  permission: 'decide-returns',
  request: Return,
  response: DeskOrder,
})

export const declineReturn = deskEndpoint({
  method: 'POST',
  path: '/api/desk/orders/:number/returns/decline',
  permission: 'decide-returns',
  request: Explained,
  response: DeskOrder,
})

export const receiveReturn = deskEndpoint({
  method: 'POST',
  path: '/api/desk/orders/:number/returns/receive',
  permission: 'receive-returns',
  request: Return,
  response: DeskOrder,
})

export const acceptReturn = deskEndpoint({
  method: 'POST',
  path: '/api/desk/orders/:number/returns/accept',
  permission: 'refund',
  request: z.strictObject({
    id: Id,
    /** HUIDs or serial numbers of the pieces that came back. */
    codes: z.array(PieceCode).check(z.maxLength(CART_LINES_MAX * LINE_QUANTITY_MAX)),
    /** Whether the pieces are in stock again. */
    restocks: z.boolean(),
  }),
  response: DeskOrder,
})

export const rejectReturn = deskEndpoint({
  method: 'POST',
  path: '/api/desk/orders/:number/returns/reject',
  permission: 'refund',
  request: Explained,
  response: DeskOrder,
})

/** The courier collects the pieces of an approved return. */
export const bookReturnPickup = deskEndpoint({
  method: 'POST',
  path: '/api/desk/orders/:number/returns/pickup',
  permission: 'decide-returns',
  request: z.strictObject({ id: Id, weightMg: z.int().check(z.gte(1), z.lte(PARCEL_WEIGHT_MG_MAX)) }),
  response: DeskOrder,
})

export const cancelReturnPickup = deskEndpoint({
  method: 'POST',
  path: '/api/desk/orders/:number/returns/pickup/cancel',
  permission: 'decide-returns',
  request: Return,
  response: DeskOrder,
})
