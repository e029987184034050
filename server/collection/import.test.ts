import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPENING_COLLECTION, OPENING_CONTENT } from '#domain/catalogue/opening.ts'
import { applyCollectionChanges, toEditable, type CollectionChange } from '#domain/edition.ts'
import type { Product, Sku } from '#domain/product.ts'
import { rupees } from '#domain/money.ts'
import { toCsvFiles } from './csv.ts'
import { planImport, type ImportFile } from './import.ts'
import { toJson } from './json.ts'

const OPENING = toEditable(OPENING_CONTENT)

const file = (name: string, text: string): ImportFile => ({ name, bytes: Buffer.from(text) })
const exported = (collection = OPENING) => toCsvFiles(collection).map(({ name, text }) => file(name, text))

function importing(files: readonly ImportFile[], { approval = '', current = OPENING } = {}) {
  return planImport(current, files, { approval })
}
const importingText = (text: string, options = {}) => importing([file('table.csv', text)], options)

function changesOf(...args: Parameters<typeof importingText>): readonly CollectionChange[] {
  const result = importingText(...args)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.changes
}

function productOf(sku: Sku): Product {
  const placed = OPENING.products.get(sku)
  if (!placed) throw new Error(sku)
  return placed.product
}

describe('an export', () => {
  // Shows D37.files
  test('as CSV that is imported again changes nothing', () => {
    expect(importing(exported())).toMatchObject({ ok: true, value: { changes: [] } })
  })

  test('as JSON that is imported again changes nothing', () => {
    const text = toJson(OPENING, OPENING_COLLECTION)
    expect(importing([file('collection.json', text)])).toMatchObject({ ok: true, value: { changes: [] } })
  })

  test('has one row for each product, with weights in grams and money in rupees', () => {
    const [products = { text: '' }] = toCsvFiles(OPENING)
    const [header = '', ...rows] = products.text.trimEnd().split('\r\n')
    expect(header.startsWith('\uFEFFType,Id,Position,Name,')).toBe(true)
    expect(rows).toHaveLength(OPENING_CONTENT.products.length)
    expect(rows.find((row) => row.startsWith('necklaces,602,'))).toContain(',22,,218000.00,')
  })

  test('holds no formula, whatever the texts are, and is read back unchanged', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .map((rest) => rest.trim())
      .filter((rest) => /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u.test(rest))
    const dangerous = fc.tuple(fc.constantFrom('', '=', '+', '-', '@', "'", "'=", "''+", '"'), text)
    fc.assert(
      fc.property(fc.record({ name: dangerous, origin: dangerous }), ({ name, origin }) => {
        const gem = { ...productOf('gems-401'), name: name.join(''), origin: origin.join('') }
        const { after } = applyCollectionChanges(OPENING, [{ do: 'put product', product: gem as Product }])
        const files = exported(after)
        const cells: string[] = parse(String(files[0]?.bytes), { bom: true }).flat()
        expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
        expect(importing(files, { current: after })).toMatchObject({ ok: true, value: { changes: [] } })
      }),
      { examples: [[{ name: ['', ',-'], origin: ['', '!'] }]] },
    )
  })
})

describe('an import', () => {
  test('changes only the columns and rows that it has', () => {
    const text = 'Type,Id,Fixed price in rupees\ngems,401,"₹10,000.00"\n'
    expect(changesOf(text)).toEqual([
      { do: 'put product', product: { ...productOf('gems-401'), fixedPrice: rupees(10_000) } },
    ])
  })

  test('adds, retires and moves products', () => {
    const text = [
      'Type,Id,Position,Retired,Name',
      'rings,802,10,,Noor Halo Ring',
      `rings,803,,yes,${productOf('rings-803').name}`,
    ].join('\r\n')
    expect(changesOf(text)).toEqual([
      { do: 'put product', product: productOf('rings-802'), position: 10 },
      { do: 'put product', product: { ...productOf('rings-803'), retired: true } },
    ])
  })

  test('changes one rate and leaves the others as they are, or as others publish them meanwhile', () => {
    expect(changesOf('Rate,Value\nGold 22K,7450\nSilver,100.00\n')).toEqual([
      { do: 'set rates', rates: { perGram: { gold: rupees(7450) } } },
    ])
  })

  test('replaces a selection', () => {
    const keys = [...OPENING.newArrivals].toReversed()
    const text = ['List,Type,Id', ...keys.map(({ type, id }) => `New arrivals,${type},${id}`)].join('\n')
    expect(changesOf(text)).toEqual([{ do: 'select', list: 'newArrivals', products: keys }])
  })

  test.each([
    ['semicolons', 'Type;Id;Weight in grams\nrings;801;3.7\n'],
    ['tabs', 'Type\tId\tWeight in grams\nrings\t801\t3.700\n'],
    ['a separator line of Excel', 'sep=;\r\nType;Id;Weight in grams\r\nrings;801;3.7\r\n'],
    ['a byte order mark', '\uFEFFType,Id,Weight in grams\r\nrings,801,3.7\r\n'],
    ['empty rows and columns', 'Type,Id,Weight in grams,,\nrings,801,3.7,,\n,,,,\n\n'],
    ['other capitals and spaces', ' type ,ID,weight IN grams\nRings, 801 , 3.7 \n'],
    ['quotes', '"Type","Id","Weight in grams"\n"rings","801","3.7"'],
  ])('reads %s', (_, text) => {
    expect(changesOf(text)).toEqual([
      { do: 'put product', product: { ...productOf('rings-801'), weightMg: 3700 } },
    ])
  })

  test('reads the dates that a spreadsheet in India saves', () => {
    expect(changesOf('Type,Id,Date\nsets,901,03-10-2025\n')).toEqual([
      { do: 'put product', product: { ...productOf('sets-901'), date: '2025-10-03' } },
    ])
  })

  // Shows D37.import
  test('with invalid rows lists each of them and changes nothing', () => {
    const text = [
      'Type,Id,Name,Weight in grams,Fixed price in rupees,In stock,Metal,Date',
      'rings,801,Chandrika,"3,6",,yes,White Gold,',
      'rings,eight,,,,,,',
      'brooches,1,,,,,,',
      'rings,802,,0,,perhaps,Copper,',
      'rings,801,Again,3.6,,yes,White Gold,',
      'gems,401,Ruby,0.124,-5,yes,,',
      'gems,402,Sapphire,0.5,1000000,yes,Silver,',
      'rings,950,New,5,,yes,Silver,',
    ].join('\n')
    const result = importingText(text)
    expect(result.ok).toBe(false)
    const errors = result.ok ? [] : result.error
    expect(errors.map(({ row, column, text: reason }) => `${row} ${column}: ${reason}`)).toEqual([
      '2 Weight in grams: must be a weight in grams with at most three decimals, without commas, not “3,6”',
      '3 Id: must be a whole number from 1 to 999999',
      '4 Type: must be one of rings, necklaces, tops, sets, pendants, bracelets, bangles, chains, gems, idols, anklet, mangal-sutra',
      '5 In stock: must be yes or no, not “perhaps”',
      '5 Name: is missing',
      '5 Weight in grams: must be more than 0 and at most 20000 grams',
      '6 null: is rings 801, as row 2 is',
      '7 Fixed price in rupees: must be an amount in rupees with at most two decimals, not “-5”',
      '8 Metal: does not belong to gems',
      '9 Description: is missing',
      '9 First picture: is missing',
      '9 Category: is missing',
      '9 Style: is missing',
      '9 Gender: is missing',
    ])
  })

  test.each([
    [
      'an unknown column',
      'Type,Id,Wieght\nrings,801,3\n',
      { row: 1, column: 'Wieght', text: 'is no known column' },
    ],
    [
      'a column twice',
      'Type,Id,Name,name\nrings,801,a,b\n',
      { row: 1, column: 'name', text: 'appears twice' },
    ],
    ['no key', 'Name\nRing\n', { row: 1, column: 'Type', text: 'is missing' }],
    [
      'a cell without a column',
      'Type,Id,Name\nrings,801,a,b\n',
      { row: 2, text: 'has a cell without a column' },
    ],
    ['nothing', '', { row: 1, column: 'Type', text: 'is missing' }],
    [
      'an open quote',
      'Type,Id,Name\nrings,801,"a\n',
      { row: null, text: expect.stringContaining('is not CSV') },
    ],
    ['a rate without a value', 'Rate,Value\nGold 22K,\n', { row: 2, column: 'Value', text: 'is missing' }],
    ['an unknown rate', 'Rate,Value\nTin,5\n', { row: 2, column: 'Rate' }],
    ['a rate of zero', 'Rate,Value\nGold 22K,0\n', { row: 2, text: 'must be more than 0, in whole paise' }],
    ['a missing product', 'List,Type,Id\nFeatured,rings,999\n', { row: 2, text: 'rings-999 does not exist' }],
    ['a formula as an id', 'Type,Id\nrings,=800+1\n', { row: 2, column: 'Id' }],
  ])('rejects %s', (_, text, error) => {
    const result = importingText(text)
    expect(result).toMatchObject({
      ok: false,
      error: expect.arrayContaining([expect.objectContaining(error)]),
    })
  })

  test('with a formula as a name is rejected at its row, unless an apostrophe says that it is text', () => {
    const rows = (name: string) => `Type,Id,Name\nrings,801,${name}\n`
    expect(importingText(rows('=1+1'))).toMatchObject({
      ok: false,
      error: [{ row: 2, column: 'Name', text: expect.stringMatching(/^begins as a formula does/) }],
    })
    expect(changesOf(rows("'=1+1"))).toMatchObject([{ product: { name: '=1+1' } }])
  })

  test('requires approval for a rate that jumps', () => {
    const text = 'Rate,Value\nGold 22K,8100\n'
    const rejected = importingText(text)
    expect(rejected).toMatchObject({ ok: false, error: [{ row: 2 }] })
    const [jump] = rejected.ok ? [] : rejected.error
    expect(importingText(text, { approval: jump?.approval }).ok).toBe(true)
    expect(importingText(text.replace('8100', '8200'), { approval: jump?.approval }).ok).toBe(false)
  })

  test('rejects files that are not UTF-8', () => {
    const latin = { name: 'table.csv', bytes: Buffer.from('Type,Id,Name\nrings,801,Rani\xe9\n', 'latin1') }
    expect(importing([latin])).toMatchObject({
      ok: false,
      error: [{ file: 'table.csv', text: 'is not UTF-8: save it as “CSV UTF-8”' }],
    })
  })

  test.each([
    ['{', 'is not JSON'],
    ['{"products":[{"type":"brooches","id":1}]}', 'products.0.type'],
    ['{"rates":{"perGram":{"gold":7300.5}}}', 'rates.perGram.gold'],
    ['{"rates":{"perGram":{"gold":0}}}', 'must be more than 0'],
    ['{"prices":[]}', 'has unknown keys: prices'],
    ['{"products":[{"type":"rings","id":950,"__proto__":{"name":"x"}}]}', 'is missing'],
  ])('rejects the JSON %s', (text, reason) => {
    const result = importing([file('collection.json', text)])
    expect(result.ok ? [] : result.error.map((error) => error.text).join('\n')).toContain(reason)
    expect(result.ok).toBe(false)
  })

  test('of arbitrary text never throws', () => {
    const headers = ['Type,Id,Name', 'Rate,Value', 'List,Type,Id', 'Type;Id;Weight in grams', '']
    fc.assert(
      fc.property(
        fc.constantFrom(...headers),
        fc.string(),
        fc.constantFrom('csv', 'json'),
        (header, body, kind) => {
          const result = importing([file(`any.${kind}`, `${header}\n${body}`)])
          expect(typeof result.ok).toBe('boolean')
        },
      ),
    )
  })
})
