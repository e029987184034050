import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { errorFields } from './log.ts'

const PERSONAL = ['Asha at Home', '14 Johari Bazaar\n    at Jaipur (near the gate)', 'a-newsletter-token']

describe('an error is logged with', () => {
  test('the stack frame and the driver’s code of a failed query, without its values', () => {
    const cause = Object.assign(new Error('Key (email)=(asha@example.in) exists'), { code: '23505' })
    const { error, code, place } = errorFields(
      new DrizzleQueryError('insert into subscriber values ($1)', PERSONAL, cause),
    )
    expect([error, code]).toEqual(['Error', '23505'])
    expect(place).toMatch(/^at .*log\.test\.ts:\d+:\d+/)
  })

  test('the cause of an unreachable database that has no error code', () => {
    class Unavailable extends Error {
      override readonly name = 'Unavailable'
      readonly code: string | undefined = undefined
    }
    const { error, code } = errorFields(new DrizzleQueryError('select 1', [], new Unavailable('terminated')))
    expect([error, code]).toEqual(['Unavailable', undefined])
  })

  test('no stack frame if the stack begins with another message', () => {
    const changed = new Error('Rejected: 550')
    changed.stack = 'Error: Rejected\n    at Asha at Home\n    at send (outbox.ts:1:1)'
    expect(errorFields(changed).place).toBeUndefined()
  })

  test('no stack frame if there is no stack', () => {
    const bare = new Error('Asha at Home')
    delete bare.stack
    expect(errorFields(bare).place).toBeUndefined()
  })

  test('only its type if it is not an Error', () => {
    expect(errorFields('Asha at Home')).toEqual({ error: 'string' })
  })
})
