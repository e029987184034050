/** The views of a piece that show its size. */
import { skuOf, type Product, type Sku } from '#domain/product.ts'
import { onItsTable, trianglesOf, turned } from './model.ts'
import type { Triangle } from './raster.ts'
import { viewOf, type View } from './sheet.ts'

const fromFront = (triangles: readonly Triangle[]) => triangles
const fromAbove = (triangles: readonly Triangle[]) =>
  triangles.map((each) => turned(each, ([x, y, z]) => [x, -z, y]))

/** Two stacked bangles. */
const LAID_IN_PAIRS: ReadonlySet<Sku> = new Set(['bangles-102'])

/** Loose or paired pieces have the width of their layout: only the coin shows their size. */
export async function viewsOf(product: Product): Promise<readonly View[]> {
  const triangles = await trianglesOf(product)
  if (LAID_IN_PAIRS.has(skuOf(product))) return [viewOf(fromAbove(triangles), [])]
  switch (product.type) {
    case 'rings':
      return [viewOf(fromFront(triangles), ['across', 'up']), viewOf(fromAbove(triangles), ['up'])]
    case 'gems': {
      const onTable = onItsTable(triangles)
      const lying = triangles.map((each) => turned(each, onTable))
      const aside = lying.map((each) => turned(each, ([x, y, z]) => [x, z, -y]))
      return [viewOf(lying, ['across', 'up']), viewOf(aside, ['up'])]
    }
    case 'tops': {
      const left = triangles.filter(({ corners }) => corners[0][0] < 0)
      return [viewOf(triangles, ['across', 'up'], left)]
    }
    case 'bangles':
      return [viewOf(fromAbove(triangles), ['across']), viewOf(fromFront(triangles), ['up'])]
    case 'idols':
      return [viewOf(fromFront(triangles), ['across', 'up'])]
    case 'pendants':
      return [viewOf(fromAbove(triangles), ['across', 'up'])]
    case 'anklet':
    case 'bracelets':
    case 'chains':
    case 'mangal-sutra':
    case 'necklaces':
    case 'sets':
      return [viewOf(fromAbove(triangles), [])]
  }
}
