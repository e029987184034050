import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canReturnBecome, reservesPieces, RETURN_STATES, returnableUntil, returnStage } from './return.ts'

test('pieces can be returned for thirty days from delivery', () => {
  expect(returnableUntil(new Date('2026-11-01T10:00:00Z'))).toEqual(new Date('2026-12-01T10:00:00Z'))
})

test('a return that has ended is final, and a declined or withdrawn one releases its pieces', () => {
  expect(RETURN_STATES.filter((to) => canReturnBecome('withdrawn', to))).toEqual(['received'])
  expect(reservesPieces('withdrawn')).toBe(false)
  const ended = RETURN_STATES.filter((from) => RETURN_STATES.every((to) => !canReturnBecome(from, to)))
  expect(ended).toEqual(['declined', 'accepted', 'rejected'])
  expect(ended.filter(reservesPieces)).toEqual(['accepted'])
})

test('pieces of an approved return are in transit once the customer has sent them or the courier has them', () => {
  const approved = { state: 'approved', tracking: '' } as const
  expect(returnStage(approved, null)).toBe('to be sent')
  expect(returnStage({ ...approved, tracking: 'EA123' }, null)).toBe('sent by the customer')
  expect(returnStage(approved, 'booked')).toBe('to be collected')
  expect(returnStage(approved, 'in transit')).toBe('with the courier')
  expect(returnStage(approved, 'lost')).toBe('lost by the courier')
  expect(returnStage(approved, 'cancelled')).toBe('to be sent')
  expect(returnStage({ ...approved, state: 'received' }, 'arrived')).toBeNull()
})

test('pieces are accepted or rejected only after they were received', () => {
  const states = fc.array(fc.constantFrom(...RETURN_STATES), { maxLength: 12 })
  fc.assert(
    fc.property(states, (attempts) => {
      const passed: string[] = ['requested']
      let state: (typeof RETURN_STATES)[number] = 'requested'
      for (const next of attempts)
        if (canReturnBecome(state, next)) {
          state = next
          passed.push(next)
        }
      if (state === 'accepted' || state === 'rejected') expect(passed.slice(-2)).toEqual(['received', state])
    }),
  )
})
