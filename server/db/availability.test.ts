import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable, toUnavailable } from './availability.ts'

function driverError(code: string): Error {
  return Object.assign(new pg.DatabaseError('The driver’s message', 0, 'error'), { code })
}

test.each([
  ['a lost connection', '08006'],
  ['a rejected password', '28P01'],
  ['a role without login permission', '28000'],
  ['a missing database', '3D000'],
  ['too many connections', '53300'],
  ['a starting server', '57P03'],
])('%s is temporary', (_, code) => {
  expect(isDatabaseUnavailable(toUnavailable(driverError(code)))).toBe(true)
})

test.each([
  ['a syntax error', '42601'],
  ['a violated constraint', '23505'],
])('%s is not temporary', (_, code) => {
  const error = driverError(code)
  expect(toUnavailable(error)).toBe(error)
})
