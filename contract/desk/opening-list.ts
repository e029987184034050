/** What must be done before the shop takes real money. */
import * as z from 'zod/mini'
import { OPENING_ITEM_IDS } from '#domain/opening-list.ts'
import { deskEndpoint } from './endpoint.ts'

const OpeningList = z.object({
  items: z.array(
    z.object({
      id: z.enum(OPENING_ITEM_IDS),
      isDone: z.boolean(),
      /** Who confirmed it; null for what the shop detects itself. */
      confirmed: z.nullable(z.object({ by: z.string(), at: z.string() })),
    }),
  ),
})
export type OpeningList = z.infer<typeof OpeningList>

export const readOpeningList = deskEndpoint({
  method: 'GET',
  path: '/api/desk/opening-list',
  permission: 'read-opening-list',
  response: OpeningList,
})

export const confirmOpeningItem = deskEndpoint({
  method: 'PUT',
  path: '/api/desk/opening-list/confirmation',
  permission: 'confirm-opening-list',
  request: z.strictObject({ id: z.enum(OPENING_ITEM_IDS), isConfirmed: z.boolean() }),
  response: OpeningList,
})
