import { expect, test } from 'vitest'
import { closingLines, countsOf, FAILED, PASSED, SKIPPED, total } from './outcome.ts'

const counts = { passed: 0, failed: 0, skipped: 0 }

test('a flaky test counts as passed and is listed with the arguments that run it alone', () => {
  const browser = { ...counts, passed: 2, flaky: [{ title: 'two tabs', args: 'e2e/account.e2e.ts:12' }] }
  const all = total(new Map([['browser', browser]]))
  expect(countsOf(all)).toBe('2 passed, 0 failed')
  expect(closingLines(all)).toEqual([
    '1 flaky (passed on a retry):',
    '  npm test -- e2e/account.e2e.ts:12   # two tabs',
  ])
})

test('failures are listed with their message, without calls inside libraries, and the arguments that run them alone, a step without tests by its name', () => {
  const message =
    '\u001B[31mAssertionError: expected 1 to be 2\u001B[39m\n\n    at run (node_modules/vitest/dist/run.js:1:2)\n    at server/app.test.ts:12'
  const failures = [{ title: 'holds', args: 'postgres server/app.test.ts:9', message }]
  const all = total(
    new Map([
      ['lint', FAILED],
      ['types', PASSED],
      ['postgres', { ...counts, passed: 3, failed: 1, failures }],
    ]),
  )
  expect(countsOf(all)).toBe('4 passed, 2 failed')
  expect(closingLines(all)).toEqual([
    'Failed:',
    '  npm test -- lint',
    '  npm test -- postgres server/app.test.ts:9   # holds',
    '    | AssertionError: expected 1 to be 2',
    '    |     at server/app.test.ts:12',
  ])
})

test('the slowest files come first, and no more than eight of them', () => {
  const times = Array.from({ length: 10 }, (_, at) => ({ file: `domain/${at}.test.ts`, ms: at * 1000 }))
  const lines = closingLines(total(new Map([['unit', { ...counts, times }]])))
  expect(lines).toHaveLength(9)
  expect(lines[1]).toBe('      9.0 s  domain/9.test.ts')
})

test('a step that cannot run here counts as skipped', () => {
  expect(countsOf(total(new Map([['postgres', SKIPPED]])))).toBe('0 passed, 0 failed, 1 skipped')
})
