/** The triangles of a piece's 3D file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Primitive } from '@gltf-transform/core'
import { skuOf, type Product } from '#domain/product.ts'
import { MODELS } from '../folders.ts'
import { finishOf, isFaceted } from '../models/finishes.ts'
import { CHAIN, io } from '../models/glb.ts'
import type { Triangle, Vector } from './raster.ts'

const MM_PER_METRE = 1000

type Turn = (vector: Vector) => Vector

/** Viewed from the front, without a pendant's chain. */
export async function trianglesOf(product: Product): Promise<Triangle[]> {
  const document = await io.readBinary(readFileSync(join(MODELS, `${skuOf(product)}.glb`)))
  return document
    .getRoot()
    .listNodes()
    .filter((node) => node.getParentNode()?.getName() !== CHAIN)
    .flatMap((node, index) =>
      (node.getMesh()?.listPrimitives() ?? []).flatMap((primitive) =>
        trianglesIn(primitive, { matrix: node.getWorldMatrix(), part: index + 1 }),
      ),
    )
}

/**
 * The largest facet of a stone is its table; without facets, any direction will do. The stone's longer side is
 * horizontal.
 */
export function onItsTable(triangles: readonly Triangle[]): Turn {
  const areas = new Map<string, { normal: Vector; area: number }>()
  for (const { corners } of triangles) {
    const cross = crossOf(corners)
    const length = Math.hypot(...cross)
    if (length === 0) continue
    const normal: Vector = [cross[0] / length, cross[1] / length, cross[2] / length]
    const key = normal.map((each) => each.toFixed(2)).join()
    const known = areas.get(key) ?? { normal, area: 0 }
    areas.set(key, { normal, area: known.area + length })
  }
  const [table] = [...areas.values()].toSorted((one, other) => other.area - one.area)
  const z = table?.normal ?? [0, 0, 1]
  const aside: Vector = Math.abs(z[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]
  const x = unit([
    aside[1] * z[2] - aside[2] * z[1],
    aside[2] * z[0] - aside[0] * z[2],
    aside[0] * z[1] - aside[1] * z[0],
  ])
  const y: Vector = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
  const flat = triangles.flatMap(({ corners }) =>
    corners.map((corner): Vector => [dot(corner, x), dot(corner, y), dot(corner, z)]),
  )
  const turns = Array.from({ length: 180 }, (_, degrees) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    const across = extent(flat.map(([a, b]) => a * cos + b * sin))
    const up = extent(flat.map(([a, b]) => b * cos - a * sin))
    return { cos, sin, area: across * up, isWide: across >= up }
  })
  const best = turns.filter(({ isWide }) => isWide).toSorted((one, other) => one.area - other.area)[0]
  const { cos, sin } = best ?? { cos: 1, sin: 0 }
  return (vector) => {
    const [a, b, c] = [dot(vector, x), dot(vector, y), dot(vector, z)]
    return [a * cos + b * sin, b * cos - a * sin, c]
  }
}

function trianglesIn(
  primitive: Primitive,
  { matrix, part }: { readonly matrix: readonly number[]; readonly part: number },
): Triangle[] {
  const name = primitive.getMaterial()?.getName() ?? ''
  const positions = primitive.getAttribute('POSITION')
  const normals = primitive.getAttribute('NORMAL')
  const indices = primitive.getIndices()
  if (!positions || !normals || !indices) return []
  const { colour, clear } = finishOf(name)
  const corner = (at: number): Vector => {
    const [x = 0, y = 0, z = 0] = positions.getElement(at, [])
    return moved(matrix, [x, y, z], 1).map((each) => each * MM_PER_METRE) as unknown as Vector
  }
  const normal = (at: number): Vector => {
    const [x = 0, y = 0, z = 0] = normals.getElement(at, [])
    return unit(moved(matrix, [x, y, z], 0))
  }
  return Array.from({ length: indices.getCount() / 3 }, (_, triangle) => {
    const [a, b, c] = [0, 1, 2].map((each) => indices.getScalar(triangle * 3 + each)) as [
      number,
      number,
      number,
    ]
    return {
      corners: [corner(a), corner(b), corner(c)],
      normals: [normal(a), normal(b), normal(c)],
      colour: clear?.tint ?? colour,
      isFaceted: isFaceted(name),
      part,
    }
  })
}

export function turned({ corners, normals, ...others }: Triangle, turn: Turn): Triangle {
  const all = ([a, b, c]: Triangle['corners']) => [turn(a), turn(b), turn(c)] as const
  return { ...others, corners: all(corners), normals: all(normals) }
}

/** By a column-major matrix; `w` is 1 for a position and 0 for a direction. */
function moved(matrix: readonly number[], [x, y, z]: Vector, w: 0 | 1): Vector {
  const row = (axis: number) =>
    (matrix[axis] ?? 0) * x +
    (matrix[4 + axis] ?? 0) * y +
    (matrix[8 + axis] ?? 0) * z +
    (matrix[12 + axis] ?? 0) * w
  return [row(0), row(1), row(2)]
}

function crossOf([a, b, c]: Triangle['corners']): Vector {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector) || 1
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}

function extent(values: readonly number[]): number {
  return (
    values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity)
  )
}
