/** Offer codes, which customers enter at the checkout. The special offer on pieces is part of the collection. */
import * as z from 'zod/mini'
import { groupDigits } from '#domain/number-format.ts'
import { OFFER_CODE } from '#domain/offer-code.ts'
import { OfferCodeTerms, OfferKey } from '../offer-code.ts'
import { Paise } from '../shared.ts'
import { deskEndpoint } from './endpoint.ts'

const ORDERS_MAX = 1_000_000
const LIMIT_TEXT = `Enter a whole number from 1 to ${groupDigits(ORDERS_MAX)}, or nothing.`
const Limit = z.nullable(z.int(LIMIT_TEXT).check(z.gte(1, LIMIT_TEXT), z.lte(ORDERS_MAX, LIMIT_TEXT)))

const DeskOfferCode = z.object({
  ...OfferCodeTerms.shape,
  validFrom: z.string(),
  /** The first moment at which it is no longer valid; null if the shop has set none. */
  validUntil: z.nullable(z.string()),
  ordersMax: Limit,
  ordersPerCustomerMax: Limit,
  state: z.enum(['scheduled', 'running', 'ended']),
  /** Paid orders that use it. */
  used: z.int(),
  createdAt: z.string(),
  createdBy: z.string(),
})
export type DeskOfferCode = z.infer<typeof DeskOfferCode>

const OfferCodes = z.object({
  /** The special offer of the current edition. */
  special: z.object({ percent: z.number(), pieces: z.int() }),
  /** Newest first. */
  codes: z.array(DeskOfferCode),
})
export type OfferCodes = z.infer<typeof OfferCodes>

export const readOfferCodes = deskEndpoint({
  method: 'GET',
  path: '/api/desk/offer-codes',
  permission: 'read-offers',
  response: OfferCodes,
})

const PERCENT_TEXT = 'Enter a whole number from 1 to 100.'
const PIECES_MAX = 100

const Piece = z.string().check(
  z.refine((key) => OfferKey.safeParse(key).success, {
    error: ({ input }) => `There is no piece ${String(input)}.`,
  }),
)

const Terms = z.strictObject({
  code: z.string().check(z.regex(OFFER_CODE, 'Use 4 to 20 letters A to Z and digits, for example DIWALI10.')),
  percent: z.int(PERCENT_TEXT).check(z.gte(1, PERCENT_TEXT), z.lte(100, PERCENT_TEXT)),
  on: OfferCodeTerms.shape.on,
  appliesTo: z.array(z.pipe(Piece, OfferKey)).check(z.maxLength(PIECES_MAX, `Choose at most ${PIECES_MAX}.`)),
})

const OfferCodePreview = z.object({
  /** Pieces that it applies to, excluding those that cannot be bought. */
  pieces: z.int(),
  /** Pieces that cost less with it; the others have a special offer that saves more, or a fixed price. */
  cheaper: z.int(),
  /** Largest saving on one piece; 0 if none costs less. */
  savingMin: Paise,
  savingMax: Paise,
  /** The largest reduction, in percent of the price that shoppers see. */
  reductionMax: z.number(),
})

/** The effect of a code on today's prices, before it is created. */
export const previewOfferCode = deskEndpoint({
  method: 'POST',
  path: '/api/desk/offer-codes/preview',
  permission: 'read-offers',
  request: Terms,
  response: OfferCodePreview,
})
export type OfferCodePreview = z.infer<typeof OfferCodePreview>

const DAY_TEXT = 'Enter a day that exists.'

/** Indian dates, both inclusive. */
const Days = z.object({
  firstDay: z.iso.date(DAY_TEXT),
  /** Null: until the shop ends it. */
  lastDay: z.nullable(z.iso.date(DAY_TEXT)),
})
export type OfferCodeDays = z.infer<typeof Days>

/** Repeating the same terms changes nothing; different terms under the same name are rejected. */
export const createOfferCode = deskEndpoint({
  method: 'POST',
  path: '/api/desk/offer-codes',
  permission: 'change-offers',
  request: z.strictObject({
    ...Terms.shape,
    ...Days.shape,
    ordersMax: Limit,
    ordersPerCustomerMax: Limit,
  }),
  response: OfferCodes,
})
export type NewOfferCode = z.output<NonNullable<(typeof createOfferCode)['request']>>

export const endOfferCode = deskEndpoint({
  method: 'POST',
  path: '/api/desk/offer-codes/end',
  permission: 'change-offers',
  request: z.strictObject({ code: Terms.shape.code }),
  response: OfferCodes,
})
