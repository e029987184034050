import { describe, expect, test } from 'vitest'
import { paise } from './money.ts'
import { owedRefunds } from './replacement-refund.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const LEFT = paise(20_000_00)
const piece = (position: number) => [{ position, quantity: 1 }]

const declined = {
  cause: 'declined',
  madeAt: null,
  requestedAt: at(0),
  mayRetry: false,
  isOfDashboard: false,
} as const
const failed = {
  cause: 'failed',
  madeAt: at(0),
  requestedAt: at(0),
  mayRetry: false,
  isOfDashboard: false,
} as const
const NECKLACE = { id: 'necklace', amount: paise(9_000_00), lines: piece(0), unmadeAt: at(2) }
const RING = { id: 'ring', amount: paise(2_000_00), lines: piece(1), unmadeAt: at(3) }

const refund = (minute: number, amount: number, lines: ReturnType<typeof piece> = []) => ({
  amount: paise(amount),
  lines,
  requestedAt: at(minute),
  sentAt: at(minute + 1),
  isOfDashboard: false,
})

/** By the id of what is replaced, or owed. */
function replaced(
  unmade: Parameters<typeof owedRefunds>[0]['unmade'],
  ...later: readonly ReturnType<typeof refund>[]
) {
  const { replacements, owed } = owedRefunds({
    unmade,
    later,
    direct: [],
    closed: [],
    lostDisputes: [],
    refundable: LEFT,
  })
  return {
    replacements: replacements.map(({ replacedId, amount }) => [replacedId, Number(amount)]),
    owed: [...owed],
  }
}

describe('of refunds that were declined', () => {
  const UNMADE = [
    { ...NECKLACE, ...declined },
    { ...RING, ...declined },
  ]
  const replacements = (...later: readonly ReturnType<typeof refund>[]) =>
    replaced(UNMADE, ...later).replacements

  test('one of the same pieces is replaced, also by another amount', () => {
    expect(replaced(UNMADE, refund(5, 1_900_00, piece(1)))).toEqual({
      replacements: [['ring', 1_900_00]],
      owed: [['necklace', 9_000_00]],
    })
  })

  test('one of the same amount is replaced by a refund of no pieces', () => {
    expect(replacements(refund(5, 2_000_00))).toEqual([['ring', 2_000_00]])
  })

  test('the oldest is replaced by a refund of no pieces that is like none', () => {
    expect(replacements(refund(5, 8_000_00))).toEqual([['necklace', 8_000_00]])
  })

  test('none is replaced by a refund of other pieces', () => {
    expect(replacements(refund(5, 9_000_00, piece(2)))).toEqual([])
  })

  test('one each is replaced by two refunds, in the order in which they were requested', () => {
    expect(replacements(refund(8, 2_000_00), refund(5, 2_000_00, piece(0)))).toEqual([
      ['necklace', 2_000_00],
      ['ring', 2_000_00],
    ])
  })

  test('several are replaced by a refund that suffices for them, with a share for each', () => {
    expect(replacements(refund(5, 11_500_00))).toEqual([
      ['necklace', 9_500_00],
      ['ring', 2_000_00],
    ])
  })

  test('the last one that was replaced is added to by a further refund', () => {
    expect(replacements(refund(5, 11_000_00), refund(6, 500_00))).toEqual([
      ['necklace', 9_000_00],
      ['ring', 2_000_00],
      ['ring', 500_00],
    ])
  })

  test('none is replaced by a refund that was requested before', () => {
    expect(replacements(refund(1, 9_000_00, piece(0)))).toEqual([])
    expect(replacements(refund(3, 2_000_00, piece(1)))).toEqual([])
  })

  test('one is replaced by a refund that is not sent yet', () => {
    const later = [{ ...refund(5, 9_000_00), sentAt: null }]
    const [replacement] = owedRefunds({
      unmade: UNMADE,
      later,
      direct: [],
      closed: [],
      lostDisputes: [],
      refundable: LEFT,
    }).replacements
    expect(replacement).toEqual({ replacedId: 'necklace', amount: 9_000_00, lines: [], sentAt: null })
  })
})

describe('of refunds that failed', () => {
  const UNMADE = [{ ...NECKLACE, ...failed }]

  test('what no later refund has replaced is still owed', () => {
    expect(replaced(UNMADE, refund(5, 200_00)).owed).toEqual([['necklace', 8_800_00]])
    expect(replaced(UNMADE, refund(5, 200_00), refund(6, 8_800_00)).owed).toEqual([])
  })

  test('one whose retry also fails is owed only once, until another is made', () => {
    const again = {
      ...NECKLACE,
      ...failed,
      id: 'again',
      requestedAt: at(4),
      unmadeAt: at(5),
      mayRetry: true,
    }
    expect(replaced([...UNMADE, again]).owed).toEqual([['necklace', 9_000_00]])
    expect(replaced([...UNMADE, again], refund(8, 9_000_00, piece(0))).owed).toEqual([])
  })

  const retryOf = (amount: number, lines: ReturnType<typeof piece> = []) => ({
    ...failed,
    id: 'retry',
    amount: paise(amount),
    lines,
    requestedAt: at(4),
    unmadeAt: at(8),
    mayRetry: true,
  })

  test('one whose partial or larger retry also fails is owed once, and the retry for the excess', () => {
    const retry = retryOf
    expect(replaced([...UNMADE, retry(500_00, piece(0))]).owed).toEqual([['necklace', 9_000_00]])
    expect(replaced([...UNMADE, retry(9_500_00)]).owed).toEqual([
      ['necklace', 9_000_00],
      ['retry', 500_00],
    ])
    const both = [...UNMADE, { ...RING, ...failed }]
    expect(replaced([...both, retry(11_000_00)]).owed).toEqual(replaced(both).owed)
  })

  test('one for goodwill is owed as well, before and after the older one is paid', () => {
    const unmade = [...UNMADE, retryOf(500_00)]
    expect(replaced(unmade).owed).toEqual([
      ['necklace', 9_000_00],
      ['retry', 500_00],
    ])
    const direct = [{ failedRefundId: 'necklace', amount: paise(9_000_00), recordedAt: at(9) }]
    const given = { unmade, later: [], direct, closed: [], lostDisputes: [], refundable: LEFT }
    expect([...owedRefunds(given).owed]).toEqual([['retry', 500_00]])
  })

  test('one for goodwill whose retry also fails is owed only once', () => {
    const again = { ...retryOf(500_00), id: 'again', requestedAt: at(10), unmadeAt: at(12) }
    const unmade = [...UNMADE, retryOf(500_00)]
    expect(replaced([...unmade, again]).owed).toEqual(replaced(unmade).owed)
    expect(replaced([...unmade, again], refund(13, 500_00)).owed).toEqual([['necklace', 9_000_00]])
  })

  test('one that failed before it was made, because the clock of the gateway is fast, is owed', () => {
    expect(replaced([{ ...retryOf(500_00), requestedAt: at(9) }]).owed).toEqual([['retry', 500_00]])
  })

  test('one of other pieces is owed as well, also for the same amount', () => {
    const other = {
      ...NECKLACE,
      ...failed,
      id: 'other',
      lines: piece(2),
      requestedAt: at(4),
      unmadeAt: at(5),
    }
    expect(replaced([...UNMADE, { ...other, mayRetry: true }]).owed).toEqual([
      ['necklace', 9_000_00],
      ['other', 9_000_00],
    ])
  })

  test('one unlike any other is owed as well', () => {
    const other = { ...RING, ...failed, requestedAt: at(4), unmadeAt: at(5), mayRetry: true }
    expect(replaced([...UNMADE, other]).owed).toEqual([
      ['necklace', 9_000_00],
      ['ring', 2_000_00],
    ])
  })

  test('one that staff have closed, or the bank has returned, is replaced by a later refund of its pieces', () => {
    const later = [refund(8, 9_000_00, piece(0)), refund(9, 100_00, piece(0))]
    const given = { unmade: UNMADE, later, direct: [], closed: [], lostDisputes: [], refundable: LEFT }
    const ended = [
      { ...given, closed: [{ refundId: 'necklace', closedAt: at(6) }] },
      { ...given, lostDisputes: [{ amount: paise(9_000_00), at: at(6) }] },
    ]
    for (const each of ended) {
      const { replacements, owed } = owedRefunds(each)
      expect([...owed]).toEqual([])
      expect(replacements).toMatchObject([
        { replacedId: 'necklace', amount: 9_000_00, lines: piece(0) },
        { replacedId: 'necklace', amount: 100_00, lines: [] },
      ])
    }
  })

  test('one that staff have closed after its retry failed is replaced by a later refund of its pieces', () => {
    const retry = {
      ...NECKLACE,
      ...failed,
      id: 'retry',
      requestedAt: at(4),
      unmadeAt: at(5),
      mayRetry: true,
    }
    const { replacements } = owedRefunds({
      unmade: [...UNMADE, retry],
      later: [refund(8, 9_000_00, piece(0))],
      direct: [],
      closed: [{ refundId: 'necklace', closedAt: at(6) }],
      lostDisputes: [],
      refundable: LEFT,
    })
    expect(replacements).toMatchObject([{ replacedId: 'necklace', amount: 9_000_00 }])
  })

  test('one that staff have closed, or the bank has returned, is owed again if a later refund of its pieces fails', () => {
    const unmade = [...UNMADE, retryOf(9_500_00, piece(0))]
    const ended = { closed: [{ refundId: 'necklace', closedAt: at(3) }], lostDisputes: [] }
    const returned = { closed: [], lostDisputes: [{ amount: paise(9_000_00), at: at(3) }] }
    for (const each of [ended, returned]) {
      const given = { unmade, direct: [], refundable: LEFT, ...each }
      expect([...owedRefunds({ ...given, later: [] }).owed]).toEqual([
        ['necklace', 9_000_00],
        ['retry', 500_00],
      ])
      const { replacements } = owedRefunds({ ...given, later: [refund(9, 9_000_00, piece(0))] })
      expect(replacements).toMatchObject([{ replacedId: 'necklace', amount: 9_000_00 }])
    }
  })

  test('one that was retried on the dashboard before the shop learned of its failure is replaced', () => {
    const retried = { ...refund(1, 9_000_00), isOfDashboard: true }
    expect(replaced(UNMADE, retried).owed).toEqual([])
    expect(replaced(UNMADE, { ...retried, amount: paise(500_00) }).owed).toEqual([['necklace', 9_000_00]])
  })

  describe('one that the shop has paid directly', () => {
    const BOTH = [...UNMADE, { ...RING, ...failed }]
    const paid = (amount: number, ...later: readonly ReturnType<typeof refund>[]) => {
      const direct = [{ failedRefundId: 'ring', amount: paise(amount), recordedAt: at(6) }]
      return owedRefunds({ unmade: BOTH, later, direct, closed: [], lostDisputes: [], refundable: LEFT })
    }

    test('is no longer owed, and the others still are', () => {
      expect([...paid(2_000_00).owed]).toEqual([['necklace', 9_000_00]])
    })

    test('in part, because less was left of the payment then, is owed for the rest', () => {
      expect([...paid(1_200_00).owed]).toEqual([
        ['necklace', 9_000_00],
        ['ring', 800_00],
      ])
    })

    test('is no longer owed after an earlier refund of a part of it', () => {
      const { owed, replacements } = paid(500_00, refund(5, 1_500_00, piece(1)))
      expect([...owed.keys()]).toEqual(['necklace'])
      expect(replacements).toMatchObject([{ replacedId: 'ring', amount: 1_500_00 }])
    })

    test('beside a pending refund of a part of it, which then fails, is owed for that part only', () => {
      const part = { ...RING, ...failed, id: 'part', amount: paise(500_00), unmadeAt: at(8), mayRetry: true }
      const unmade = [
        { ...RING, ...failed },
        { ...part, requestedAt: at(5) },
      ]
      const direct = [{ failedRefundId: 'ring', amount: paise(1_500_00), recordedAt: at(6) }]
      const { owed } = owedRefunds({
        unmade,
        later: [],
        direct,
        closed: [],
        lostDisputes: [],
        refundable: LEFT,
      })
      expect([...owed]).toEqual([['ring', 500_00]])
    })

    test('is not replaced by a later refund, which replaces another', () => {
      expect(paid(2_000_00, refund(8, 2_000_00)).replacements).toMatchObject([{ replacedId: 'necklace' }])
      expect(paid(2_000_00, refund(8, 2_000_00, piece(1))).replacements).toEqual([])
    })
  })

  // Shows D43.dispute
  test('one that was not made when the bank returned exactly its amount is no longer owed', () => {
    const owed = (amount: number, minute: number, madeAt: Date | null) => {
      const lostDisputes = [{ amount: paise(amount), at: at(minute) }]
      const unmade = [{ ...NECKLACE, ...failed, madeAt }]
      return [
        ...owedRefunds({
          unmade,
          later: [],
          direct: [],
          closed: [],
          lostDisputes,
          refundable: LEFT,
        }).owed.values(),
      ]
    }
    expect(owed(9_000_00, 1, null)).toEqual([])
    expect(owed(9_000_00, 3, at(0))).toEqual([])
    // It counted as made.
    expect(owed(9_000_00, 1, at(0))).toEqual([9_000_00])
    expect(owed(8_000_00, 1, null)).toEqual([9_000_00])
    // It was requested later.
    expect(owed(9_000_00, -1, null)).toEqual([9_000_00])
  })

  // Shows D43.closed
  test('one that is closed is not owed, also if it exceeds what is left, except for a pending retry that then fails', () => {
    const part = { ...NECKLACE, ...failed, id: 'part', amount: paise(500_00), mayRetry: true }
    const owed = (retryFailsAt: number) => {
      const unmade = [...UNMADE, { ...part, requestedAt: at(4), unmadeAt: at(retryFailsAt) }]
      const closed = [{ refundId: 'necklace', closedAt: at(6) }]
      return [
        ...owedRefunds({
          unmade,
          later: [],
          direct: [],
          closed,
          lostDisputes: [],
          refundable: paise(8_000_00),
        }).owed,
      ]
    }
    expect(owed(5)).toEqual([])
    expect(owed(8)).toEqual([['necklace', 500_00]])
  })

  test('one that was retried on the dashboard before the shop learned of its failure is owed once if the retry fails too', () => {
    const first = { ...NECKLACE, ...failed, unmadeAt: at(20) }
    const retry = {
      ...NECKLACE,
      ...failed,
      id: 'retry',
      lines: [],
      requestedAt: at(19),
      madeAt: at(19),
      unmadeAt: at(25),
      mayRetry: true,
      isOfDashboard: true,
    }
    const { owed } = owedRefunds({
      unmade: [first, retry],
      later: [],
      direct: [],
      closed: [],
      lostDisputes: [],
      refundable: LEFT,
    })
    expect([...owed]).toEqual([['necklace', NECKLACE.amount]])
  })

  test.each([
    ['in time', 4],
    ['fast', 9],
  ])('one for goodwill is owed beside an older one, with the clock of the gateway %s', (_clock, minute) => {
    const goodwill = {
      ...failed,
      id: 'goodwill',
      amount: paise(500_00),
      lines: [],
      requestedAt: at(minute),
      madeAt: at(minute),
      unmadeAt: at(8),
      mayRetry: true,
    }
    const { owed } = owedRefunds({
      unmade: [{ ...NECKLACE, ...failed }, goodwill],
      later: [],
      direct: [],
      closed: [],
      lostDisputes: [],
      refundable: LEFT,
    })
    expect([...owed]).toEqual([
      ['necklace', NECKLACE.amount],
      ['goodwill', 500_00],
    ])
  })

  describe('one whose retry still counted as made', () => {
    const retry = { ...retryOf(9_000_00, piece(0)), unmadeAt: at(12) }
    const unmade = [...UNMADE, { ...RING, ...failed }, retry]

    test('is not replaced by a refund that covers others too, and is owed once the retry fails', () => {
      expect(replaced(unmade, refund(9, 11_000_00))).toEqual({
        replacements: [['ring', 11_000_00]],
        owed: [['necklace', 9_000_00]],
      })
    })

    test('in part is replaced for its rest by a refund that covers others too', () => {
      const part = { ...retry, amount: paise(4_000_00) }
      const refunds = [...UNMADE, { ...RING, ...failed }, part]
      expect(replaced(refunds, refund(9, 7_000_00, piece(1)))).toEqual({
        replacements: [['ring', 7_000_00]],
        owed: [['necklace', 9_000_00]],
      })
      expect(replaced(refunds, refund(9, 7_000_00))).toEqual({
        replacements: [
          ['necklace', 5_000_00],
          ['ring', 2_000_00],
        ],
        owed: [['necklace', 4_000_00]],
      })
    })

    test('is replaced by a refund that those who saw the failure made on the dashboard', () => {
      const later = { ...refund(9, 11_000_00), isOfDashboard: true }
      expect(replaced(unmade, later).owed).toEqual([])
    })
  })

  // Shows D43.dispute
  test('one is still owed if its retry counted as made when the bank returned what is now owed of it', () => {
    const owed = (amount: number, minute: number, madeAt: Date | null) => {
      const retry = { ...NECKLACE, ...failed, id: 'retry', madeAt, mayRetry: true, unmadeAt: at(8) }
      const unmade = [
        { ...NECKLACE, ...failed },
        { ...retry, requestedAt: at(4), amount: paise(6_000_00) },
      ]
      const lostDisputes = [{ amount: paise(amount), at: at(minute) }]
      return [
        ...owedRefunds({ unmade, later: [], direct: [], closed: [], lostDisputes, refundable: LEFT }).owed,
      ]
    }
    expect(owed(9_000_00, 6, at(4))).toEqual([['necklace', 9_000_00]])
    // What was owed then.
    expect(owed(3_000_00, 6, at(4))).toEqual([['necklace', 6_000_00]])
    // The retry was not made by then, or had failed already.
    expect(owed(9_000_00, 6, null)).toEqual([])
    expect(owed(9_000_00, 9, at(4))).toEqual([])
  })

  test('no more is owed than what is left of the payment, newest refunds first', () => {
    const cancellation = { ...NECKLACE, ...failed, id: 'all', unmadeAt: at(5), requestedAt: at(4) }
    const owed = (refundable: number) => [
      ...owedRefunds({
        unmade: [...UNMADE, cancellation],
        later: [],
        direct: [],
        closed: [],
        lostDisputes: [],
        refundable: paise(refundable),
      }).owed,
    ]
    expect(owed(10_000_00)).toEqual([
      ['necklace', 1_000_00],
      ['all', 9_000_00],
    ])
    expect(owed(4_000_00)).toEqual([['all', 4_000_00]])
    expect(owed(0)).toEqual([])
  })
})
