import { describe, expect, test } from 'vitest'
import { select, UnknownCheck } from './selection.ts'

const steps = (...words: string[]) => Object.fromEntries(select(words).steps)

describe('npm test', () => {
  test('runs every step without a name', () => {
    expect(Object.keys(steps())).toEqual([
      'format',
      'lint',
      'types',
      'unit',
      'server',
      'postgres',
      'build',
      'budgets',
      'browser',
    ])
  })

  test('runs only the named steps, in their usual order', () => {
    expect(steps('browser', 'lint')).toEqual({ lint: [], browser: [] })
  })

  test.each([
    ['./domain/money.test.ts', { unit: ['domain/money.test.ts'] }],
    ['server/app.test.ts:12', { server: ['server/app.test.ts:12'] }],
    ['scripts/chaos/chaos.test.ts', { server: ['scripts/chaos/chaos.test.ts'] }],
    ['e2e/cart.e2e.ts', { browser: ['e2e/cart.e2e.ts'] }],
  ])('runs %s alone, in the step that it belongs to', (file, expected) => {
    expect(steps(file)).toEqual(expected)
  })

  test('narrows a named step to the files that it can run', () => {
    expect(steps('lint', 'postgres', 'server/app.test.ts', 'e2e/cart.e2e.ts')).toEqual({
      lint: [],
      postgres: ['server/app.test.ts'],
      browser: ['e2e/cart.e2e.ts'],
    })
  })

  test('runs the browser part with --slow', () => {
    expect(select(['--slow'])).toEqual({ steps: new Map([['browser', []]]), isSlow: true })
    expect(steps('--slow', 'e2e/cart.e2e.ts')).toEqual({ browser: ['e2e/cart.e2e.ts'] })
  })

  test.each(['lints', 'e2e/no-such.e2e.ts', 'server/files.ts', '--fast', 'toString'])(
    'answers %s with the names that there are',
    (word) => {
      expect(() => select([word])).toThrow(UnknownCheck)
      expect(() => select([word])).toThrow(/no check ".+"[\s\S]+ lint +oxlint[\s\S]+--slow/)
    },
  )
})
