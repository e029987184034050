/** A publication reads only part of the collection; its outcome must equal that for the whole collection. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import type { CollectionChange } from '#domain/edition.ts'
import { rupees } from '#domain/money.ts'
import { PRICING_PARAMETER_NAMES, toPricingChange } from '#domain/rates.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { approvalCodeOf } from './approval-code.ts'
import { belowMetalAgreementCodeOf } from './below-metal.ts'
import { applyAndCheck, publish, seedOpeningCollection } from './editions.ts'
import { entryChanges, loadAffected, loadEntries } from './entries.ts'

const NOW = new Date('2026-11-22T09:00:00Z')
const ring = OPENING_CONTENT.products.find(({ type, id }) => type === 'rings' && id === 801)
if (ring?.type !== 'rings') throw new Error('The opening collection has no ring 801')
const { diamondWeightMg: _diamonds, ...plainRing } = ring
/** Free as soon as its metal costs less than ₹5 per gram. */
const tiny = { ...plainRing, id: 900, metal: 'White Gold', weightMg: 1 } as const
const cheap = { ...ring, id: 901, fixedPrice: rupees(0.01), onOffer: true } as const

const database = useTestDatabase()
beforeAll(async () => {
  await seedOpeningCollection(database.db, NOW)
  const published = await publish(database.db, {
    changes: [
      { do: 'put product', product: tiny },
      { do: 'put product', product: cheap, position: 15 },
    ],
    actor: 'asha',
    reason: 'A test',
    belowMetalApproval: belowMetalAgreementCodeOf([
      {
        sku: 'rings-901',
        name: cheap.name,
        price: cheap.fixedPrice,
        metalValue: rupees(21_600),
        isNew: true,
      },
    ]),
    now: NOW,
  })
  if (!published.ok) throw new Error(JSON.stringify(published.error))
})

const product = fc.constantFrom(...OPENING_CONTENT.products, tiny, cheap)
const key = product.map(({ type, id }) => ({ type, id }))
const change: fc.Arbitrary<CollectionChange> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...PRICING_PARAMETER_NAMES),
      fc.constantFrom(1, 2, 3, 12, 99, 100, 590_000, 730_000),
    )
    .map(([name, value]) => ({
      do: 'set rates' as const,
      rates: toPricingChange(name, value),
    })),
  key.map((retired) => ({ do: 'retire product' as const, product: retired })),
  fc
    .tuple(product, fc.constantFrom(0, 1, 3600, 9_000_000), fc.option(fc.nat(200), { nil: undefined }))
    .map(([old, weightMg, position]) => ({
      do: 'put product' as const,
      product: { ...old, weightMg },
      position,
    })),
  fc
    .tuple(product, fc.integer({ min: 5000, max: 5003 }))
    .map(([old, id]) => ({ do: 'put product' as const, product: { ...old, id } })),
  fc
    .tuple(fc.constantFrom('featured' as const, 'newArrivals' as const), fc.array(key, { maxLength: 6 }))
    .map(([list, products]) => ({ do: 'select' as const, list, products })),
)

test('evaluating the affected part gives the errors and entries of the whole collection', async () => {
  const { db } = database
  const whole = await loadEntries(db, 2)
  const property = fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
    const part = await loadAffected(db, 2, changes)
    const recentRates = [whole.rates]
    const approval = approvalCodeOf(errorsIn(applyAndCheck(whole, { changes, recentRates })))
    const [ofPart, ofWhole] = [part, whole].map((before) =>
      applyAndCheck(before, { changes, recentRates }, approval),
    )
    if (!ofPart || !ofWhole) throw new Error('There are two')
    if (!ofPart.ok || !ofWhole.ok) {
      expect(errorsOf(ofPart)).toEqual(errorsOf(ofWhole))
      return
    }
    expect(part.products.size).toBeLessThan(whole.products.size)
    expect(keysOf(entryChanges(part, ofPart.value))).toEqual(keysOf(entryChanges(whole, ofWhole.value)))
  })
  await fc.assert(property, { numRuns: 60 })
})

function errorsIn(result: ReturnType<typeof applyAndCheck>) {
  return result.ok ? [] : result.error
}

function errorsOf(result: ReturnType<typeof applyAndCheck>) {
  return errorsIn(result)
    .map((error) => JSON.stringify(error))
    .toSorted()
}

function keysOf(changes: ReturnType<typeof entryChanges>) {
  return changes.map(({ after }) => JSON.stringify([after.key, after.position])).toSorted()
}

test('a rate that makes a product free is rejected, although the product itself does not change', async () => {
  const changes: readonly CollectionChange[] = [{ do: 'set rates', rates: { offerPercent: 60 } }]
  const rejected = await publish(database.db, { changes, actor: 'asha', reason: 'A test', now: NOW })
  expect(rejected).toMatchObject({
    error: { kind: 'invalid', errors: [{ key: 'rates', needs: 'approval' }, { key: 'rings-901' }] },
  })
})
