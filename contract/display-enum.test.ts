import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PARCEL_STATES } from '#domain/parcel.ts'
import { AccountOrder } from './account.ts'
import { requestParcelTasks } from './desk/parcels.ts'
import { searchOrders } from './desk/orders.ts'
import { displayValuesOf } from './display-enum.ts'
import { ENDPOINTS, openApiDocument } from './openapi.ts'

const ORDER = {
  number: 'SJ-1',
  placedAt: '2026-11-24T10:00:00Z',
  status: 'completed',
  parcelState: 'opened by customs',
  returnState: 'appealed',
  isCancelled: false,
  pendingTask: 'insure',
  problem: null,
  isOverdue: false,
  name: 'Asha Verma',
  city: 'Jaipur',
  pincode: '302003',
  total: null,
}

test('a page loaded before a deployment reads a list with unknown states', () => {
  const { orders } = searchOrders.response.parse({ orders: [ORDER, { ...ORDER, parcelState: 'booked' }] })
  expect(orders).toMatchObject([
    {
      number: 'SJ-1',
      parcelState: 'unknown value',
      returnState: 'unknown value',
      pendingTask: 'unknown value',
    },
    { parcelState: 'booked' },
  ])
})

test('a customer’s account reads unknown states too', () => {
  const money = { stage: 'refund traced', amount: 100, resolvedBy: '2026-11-30T10:00:00Z' }
  expect(AccountOrder.shape.money.parse([money])).toMatchObject([{ stage: 'unknown value' }])
})

test('a value that is not a text is an error', () => {
  expect(() => searchOrders.response.parse({ orders: [{ ...ORDER, parcelState: 7 }] })).toThrow()
})

test('a request with an unknown value is rejected', () => {
  expect(requestParcelTasks.request?.safeParse({ task: 'insure', numbers: ['SJ-1'] }).success).toBe(false)
})

test('no request accepts unknown values', () => {
  const tolerant: string[] = []
  for (const { path, request } of ENDPOINTS)
    if (request)
      z.toJSONSchema(request, {
        io: 'input',
        unrepresentable: 'any',
        override: ({ zodSchema }) => void (displayValuesOf(zodSchema) && tolerant.push(path)),
      })
  expect(tolerant).toEqual([])
})

test('the OpenAPI document lists the values that this version sends', () => {
  const listed = JSON.stringify(openApiDocument('https://shop.example'))
  expect(listed).toContain(JSON.stringify(PARCEL_STATES))
  expect(listed).not.toContain('unknown value')
})
