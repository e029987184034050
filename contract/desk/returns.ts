/** Returns at the desk. Each call may be repeated, and returns the order. */
import * as z from 'zod/mini'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '#domain/limits.ts'
import { multiLine } from '../shared.ts'
import { orderEndpoint, ParcelWeightMg, PieceCode } from './orders.ts'

const Id = z.uuid()
const Return = z.strictObject({ id: Id })
/** The explanation for the customer. */
const Explained = z.strictObject({
  id: Id,
  explanation: multiLine(500).check(z.minLength(1, 'Enter a reason.')),
})

export const approveReturn = orderEndpoint('returns/approve', 'decide-returns', Return)

export const declineReturn = orderEndpoint('returns/decline', 'decide-returns', Explained)

export const receiveReturn = orderEndpoint('returns/receive', 'receive-returns', Return)

export const acceptReturn = orderEndpoint(
  'returns/accept',
  'refund',
  z.strictObject({
    id: Id,
    /** HUIDs or serial numbers of the pieces that came back. */
    codes: z.array(PieceCode).check(z.maxLength(CART_LINES_MAX * LINE_QUANTITY_MAX)),
    /** Whether the pieces go back into stock. */
    restocks: z.boolean(),
  }),
)

export const rejectReturn = orderEndpoint('returns/reject', 'refund', Explained)

/** Has the courier collect the pieces of an approved return. */
export const bookReturnPickup = orderEndpoint(
  'returns/pickup',
  'decide-returns',
  z.strictObject({ id: Id, weightMg: ParcelWeightMg }),
)

export const cancelReturnPickup = orderEndpoint('returns/pickup/cancel', 'decide-returns', Return)
