/** A picture is taken again when anything that it shows has changed, and only then. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_PRODUCTS } from '#domain/catalogue/all.ts'
import { exportCatalogue } from './catalogue.ts'
import { BLENDER, CACHE, STUDIO } from './folders.ts'

let copy: string

beforeAll(() => {
  exportCatalogue()
  copy = mkdtempSync(join(tmpdir(), 'recipes-'))
  cpSync(BLENDER, join(copy, 'blender'), { recursive: true })
  cpSync(join(STUDIO, 'recipes.py'), join(copy, 'recipes.py'))
  cpSync(join(CACHE, 'catalogue.json'), join(copy, '.cache', 'catalogue.json'))
})

afterAll(() => rmSync(copy, { recursive: true }))

function recipesOfCopy(...words: readonly string[]): Record<string, string> {
  const run = spawnSync('python3', [join(copy, 'recipes.py'), ...words], { encoding: 'utf8' })
  expect(run.stderr).toBe('')
  return JSON.parse(run.stdout) as Record<string, string>
}

function change(file: string, from: string, to: string): void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

test('a new model is taken again in the wide picture that shows it by its SKU', () => {
  const before = recipesOfCopy()
  change('blender/pieces/mangal_sutra.py', "@piece('mangal-sutra', 503,", "@piece('mangal-sutra', 503, ")
  const after = recipesOfCopy()
  const changed = Object.keys(before).filter((picture) => before[picture] !== after[picture])
  expect(changed.sort()).toEqual(['home-6', 'home-6-tall', 'mangal-sutra-503-1', 'mangal-sutra-503-2'])
})

test('a new card is taken again in the wide picture that shows its piece', () => {
  const before = recipesOfCopy()
  change('.cache/catalogue.json', '"id": 601', '"id": 601, "colour": "another"')
  const after = recipesOfCopy()
  const changed = Object.keys(before).filter((picture) => before[picture] !== after[picture])
  expect(changed.sort()).toEqual(['home-1', 'home-1-tall', 'necklaces-601-1', 'necklaces-601-2'])
})

test('a change of the light that the wide pictures share renders all of them again, and only them', () => {
  const before = recipesOfCopy()
  change('blender/scene.py', 'stage.surroundings(0.18,', 'stage.surroundings(0.19,')
  const after = recipesOfCopy()
  const unchanged = Object.keys(before).filter((picture) => before[picture] === after[picture])
  expect(unchanged).toHaveLength(2 * ALL_PRODUCTS.length)
  expect(unchanged.filter((picture) => picture.startsWith('home-'))).toEqual([])
})

test('a model is another when its function changes, and the same when it is photographed otherwise', () => {
  const before = recipesOfCopy('models')
  change(
    'blender/pieces/chains.py',
    "@piece('chains', 302, COILED,",
    "@piece('chains', 302, COILED._replace(fill=0.5),",
  )
  expect(recipesOfCopy('models')).toEqual(before)
  change('blender/pieces/chains.py', 'thick = 2.5 * gauge', 'thick = 2.6 * gauge')
  const after = recipesOfCopy('models')
  expect(Object.keys(before).filter((sku) => before[sku] !== after[sku])).toEqual(['chains-302'])
})
