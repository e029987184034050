/** Every piece has its 3D file: small enough to download, in the metal of its card, and of its true size. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Document, Primitive } from '@gltf-transform/core'
import type { IOR, Volume } from '@gltf-transform/extensions'
import { getBounds } from '@gltf-transform/functions'
import { beforeAll, describe, expect, test } from 'vitest'
import { ALL_PRODUCTS, CATALOGUE } from '#domain/catalogue/all.ts'
import { skuOf, type Metal, type Product, type ProductType, type Sku } from '#domain/product.ts'
import { MODELS } from './folders.ts'
import { CHAIN, io } from './models/glb.ts'

const KB = 1024
const READING_MAX_MS = 180_000
const TRANSMISSION = 'KHR_materials_transmission'

const bytesOf = (product: Product) => statSync(join(MODELS, `${skuOf(product)}.glb`)).size
interface Read {
  readonly document: Document
  /** In millimetres, without a chain: width, height, depth. */
  readonly sides: readonly [number, number, number]
}
const models = new Map<Sku, Read>()
const nodeNamed = (document: Document, name: string) =>
  document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === name)

beforeAll(async () => {
  for (const sku of ALL_PRODUCTS.map(skuOf)) {
    const document = await io.readBinary(new Uint8Array(readFileSync(join(MODELS, `${sku}.glb`))))
    const piece = nodeNamed(document, 'piece')
    if (!piece) throw new Error(`${sku} has no piece`)
    const { min, max } = getBounds(piece)
    const sides = [(max[0] - min[0]) * 1000, (max[1] - min[1]) * 1000, (max[2] - min[2]) * 1000] as const
    models.set(sku, { document, sides })
  }
}, READING_MAX_MS)

const sidesOf = (product: Product) => models.get(skuOf(product))?.sides ?? [0, 0, 0]
const listMaterials = (sku: Sku) => models.get(sku)?.document.getRoot().listMaterials() ?? []

describe('in weight', () => {
  const sizes = ALL_PRODUCTS.map(bytesOf).sort((one, other) => one - other)

  test('half of the files stay under 200 KB', () => {
    expect(sizes[sizes.length / 2]).toBeLessThan(200 * KB)
  })
  test('none is above 1.5 MB, and all together stay below 20 MB', () => {
    expect(sizes.at(-1)).toBeLessThan(1.5 * KB * KB)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20 * KB * KB)
  })
  test('the recorded sizes are the actual ones', () => {
    // studio/models.ts writes exactly this shape
    const records = JSON.parse(readFileSync(join(MODELS, '../../../studio/models.json'), 'utf8')) as Record<
      string,
      { bytes: number }
    >
    expect(Object.fromEntries(Object.entries(records).map(([sku, { bytes }]) => [sku, bytes]))).toEqual(
      Object.fromEntries(ALL_PRODUCTS.map((product) => [skuOf(product), bytesOf(product)])),
    )
  })
})

test('no piece has more draw calls than a phone manages, with the links of its chain', () => {
  const counts = ALL_PRODUCTS.map((product) => ({
    sku: skuOf(product),
    parts: models
      .get(skuOf(product))
      ?.document.getRoot()
      .listNodes()
      .filter((node) => node.getMesh()).length,
  }))
  expect(counts.filter(({ parts = 0 }) => parts > 640)).toEqual([])
})

test('a pendant hangs on a chain that ends above it, and no other piece does', () => {
  const lengths = ALL_PRODUCTS.flatMap((product) => {
    const document = models.get(skuOf(product))?.document
    const chain = document && nodeNamed(document, CHAIN)
    const piece = document && nodeNamed(document, 'piece')
    if (!chain || !piece) return []
    const [links, pendant] = [getBounds(chain), getBounds(piece)]
    // It lies on its back, with the bail to the rear.
    return [
      { sku: skuOf(product), length: (pendant.min[2] - links.min[2]) / (pendant.max[2] - pendant.min[2]) },
    ]
  })
  expect(lengths.map(({ sku }) => sku)).toEqual(CATALOGUE.pendants.map(skuOf))
  for (const { sku, length } of lengths) {
    expect(length, sku).toBeGreaterThan(0.6)
    expect(length, sku).toBeLessThan(0.9)
  }
})

describe('in material', () => {
  const ALLOYS: Record<Metal, string> = {
    'Yellow Gold': 'gold22',
    Gold: 'gold22',
    'White Gold': 'white',
    'Rose Gold': 'rose',
    Silver: 'silver',
    Platinum: 'platinum',
    Copper: 'copper',
    Bronze: 'bronze',
    'Gold Plated': 'plated',
  }

  test('the metal is that of the card, apart from the white gold that holds small diamonds', () => {
    const wrong = ALL_PRODUCTS.flatMap((product) => {
      const alloys = new Set(
        listMaterials(skuOf(product)).flatMap(
          (material) => /^metal:(\w+)/.exec(material.getName())?.[1] ?? [],
        ),
      )
      const hasItsOwn = product.type === 'gems' ? alloys.size === 0 : alloys.delete(ALLOYS[product.metal])
      alloys.delete('white')
      return hasItsOwn && alloys.size === 0 ? [] : [skuOf(product)]
    })
    expect(wrong).toEqual([])
  })
  test('22-carat gold is yellower than rose gold, and white gold has no colour', () => {
    const colour = (sku: Sku) => {
      const metal = listMaterials(sku).find((material) => material.getName().startsWith('metal:'))
      const [red = 0, green = 0, blue = 0] = metal?.getBaseColorFactor() ?? []
      return { warmth: red / blue, pinkness: red / green }
    }
    expect(colour('rings-803').warmth).toBeGreaterThan(3)
    expect(colour('rings-804').pinkness).toBeGreaterThan(colour('rings-803').pinkness)
    expect(colour('rings-801').warmth).toBeLessThan(1.2)
  })
  test('the wires of silver filigree are darker than its band', () => {
    const tones = listMaterials('rings-816').map((material) => material.getBaseColorFactor()[0])
    expect(Math.min(...tones)).toBeLessThan(Math.max(...tones) / 2)
  })
  test('small diamonds are clear, without the colours of fire', () => {
    const diamond = listMaterials('rings-802').find((material) => material.getName().endsWith(':plain'))
    expect(diamond?.getExtension(TRANSMISSION)).toBeTruthy()
    expect(diamond?.getExtension('KHR_materials_dispersion')).toBeNull()
  })
  test('a clear stone transmits light with its kind’s refractive index', () => {
    const ruby = listMaterials('gems-401').find((material) => material.getExtension(TRANSMISSION))
    expect(ruby?.getExtension<IOR>('KHR_materials_ior')?.getIOR()).toBeCloseTo(1.77)
    expect(ruby?.getExtension<Volume>('KHR_materials_volume')?.getThicknessFactor()).toBeGreaterThan(0)
  })
})

// As the shader of app/detail/cut-stone.ts requires.
describe('a clear stone', () => {
  const stones = () =>
    [...models].flatMap(([sku, { document }]) =>
      document
        .getRoot()
        .listNodes()
        .flatMap(
          (node) =>
            node
              .getMesh()
              ?.listPrimitives()
              .map((primitive) => ({ sku, node, primitive })) ?? [],
        )
        .filter(({ primitive }) => primitive.getMaterial()?.getExtension(TRANSMISSION)),
    )

  test('is convex', () => {
    const hollow = stones().filter(({ primitive }) => sagOf(primitive) > 0.02)
    expect(stones().length).toBeGreaterThan(20)
    expect(hollow.map(({ sku }) => sku)).toEqual([])
  })
  test('is not stretched', () => {
    const stretched = stones().filter(({ node }) => {
      const scale = node.getScale()
      return Math.max(...scale) > Math.min(...scale) * 1.001
    })
    expect(stretched.map(({ sku }) => sku)).toEqual([])
  })
})

/** How far its corners lie outside the planes of its facets at most, as a fraction of its size. */
function sagOf(primitive: Primitive): number {
  const positions = primitive.getAttribute('POSITION')
  const normals = primitive.getAttribute('NORMAL')
  if (!positions || !normals) return 0
  const corners = Array.from({ length: positions.getCount() }, (_, at) => positions.getElement(at, []))
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0)
  const size = Math.max(...corners.map((corner) => Math.hypot(...corner)))
  const sags = corners.map((corner, at) => {
    const normal = normals.getElement(at, [])
    return Math.max(...corners.map((other) => dot(normal, other))) - dot(normal, corner)
  })
  return Math.max(...sags) / size
}

describe('in size', () => {
  /**
   * Limits of the longest side, in millimetres. Pairs are side by side, those of anklets one behind the other. Long
   * pieces form a loop or a coil.
   */
  const PLAUSIBLE: Record<ProductType, readonly [number, number]> = {
    rings: [18, 36],
    necklaces: [90, 420],
    tops: [15, 110],
    sets: [90, 350],
    pendants: [6, 60],
    bracelets: [50, 110],
    bangles: [50, 100],
    chains: [40, 260],
    gems: [3, 16],
    idols: [40, 250],
    anklet: [70, 210],
    'mangal-sutra': [100, 520],
  }
  /** Inner diameters: Indian sizes 12, 17 and 23. */
  const FINGERS = { Female: 16.6, Unisex: 18, Male: 19.8 }
  /** A bangle of 2.4 measures two and four sixteenths of an inch. */
  const wristOf = (size: number) => (Math.floor(size) + (size - Math.floor(size)) * (10 / 16)) * 25.4

  test('each is as large as its kind', () => {
    const odd = ALL_PRODUCTS.flatMap((product) => {
      const longest = Math.max(...sidesOf(product))
      const [least, most] = PLAUSIBLE[product.type]
      return longest >= least && longest <= most ? [] : [`${skuOf(product)}: ${longest.toFixed(1)} mm`]
    })
    expect(odd).toEqual([])
  })
  test('a ring fits the finger that it is made for', () => {
    const odd = CATALOGUE.rings.flatMap((ring) => {
      const [across, up] = sidesOf(ring)
      const metal = Math.min(across, up) - FINGERS[ring.gender]
      return metal > 1 && metal < 9 ? [] : [`${skuOf(ring)}: ${across.toFixed(1)} × ${up.toFixed(1)} mm`]
    })
    expect(odd).toEqual([])
  })
  test('a bangle has the inner diameter of its size', () => {
    const odd = CATALOGUE.bangles.flatMap((bangle) => {
      const [across, , deep] = sidesOf(bangle)
      const metal = Math.min(across, deep) - wristOf(bangle.sizeInches)
      return metal > 1 && metal < 20 ? [] : [`${skuOf(bangle)}: ${across.toFixed(1)} × ${deep.toFixed(1)} mm`]
    })
    expect(odd).toEqual([])
  })
  test('an idol has the height on its card', () => {
    for (const idol of CATALOGUE.idols)
      expect(sidesOf(idol)[1], skuOf(idol)).toBeCloseTo((idol.heightInches ?? 0) * 25.4, -0.5)
  })
})
