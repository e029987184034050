/** Converts bare meshes in millimetres to a dressed and compressed `.glb` in metres, Y up. */
import { Document, Logger, NodeIO, type Material, type Mesh, type Node } from '@gltf-transform/core'
import {
  ALL_EXTENSIONS,
  EXTMeshoptCompression,
  KHRMaterialsClearcoat,
  KHRMaterialsDispersion,
  KHRMaterialsIOR,
  KHRMaterialsTransmission,
  KHRMaterialsVolume,
} from '@gltf-transform/extensions'
import { dedup, prune, quantize, reorder } from '@gltf-transform/functions'
import { MeshoptDecoder, MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer'
import { finishOf, isFaceted, isShaded, WIRE } from './finishes.ts'
import { boundsOf, isDecomposable, thicknessOf, transformed, type Form, type Matrix } from './forms.ts'
import { IDENTITY, withFewerPlaces, type Group } from './groups.ts'

/** As written by export.py. */
export interface RawModel {
  readonly meshes: Readonly<Record<string, RawMesh>>
  readonly places: readonly RawPlace[]
}
interface RawPlace {
  readonly mesh: string
  readonly matrix: Matrix
  /** A pendant's, which is not a part of the piece. */
  readonly isChain: boolean
}
interface RawMesh {
  readonly material: string
  readonly offset: number
  readonly vertices: number
  readonly indices: number
}

/** The name of the node that holds a pendant's chain. */
export const CHAIN = 'chain'
const MM = 0.001
/** Converts Blender's Z up. */
const UPRIGHT: [number, number, number, number] = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]
/**
 * Maximum surface error as a fraction of the piece's size, so that the whole piece looks the same. Coarse is invisible
 * in a piece of many small parts, but shows as kinks in a smooth wire.
 */
const ERROR = { fine: 0.0002, coarse: 0.0005 }
/** The file of a piece is fine up to this size. */
const FINE_BYTES_MAX = 160 * 1024
/** A mirror shows a changed normal sooner than a moved surface: this angle weighs as much as the whole error above. */
const TURN = 0.3
/** Maximum loss of each part as a fraction of its own size: a bead stays round, and a grain nearly so. */
const OWN_ERROR = { bead: 0.02, grain: 0.045 }
/** Parts below this fraction of the piece's size are grains. */
const GRAIN = 0.015
/** Draw calls that a phone manages during a rotation by finger. */
const PLACES_MAX = 640
/** Precision of the binary: below what a loupe would show. */
const POSITION_BITS = 14
const NORMAL_BITS = 11
const COAT_ROUGHNESS = 0.03

await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready, MeshoptSimplifier.ready])

export const io = new NodeIO()
  .registerExtensions(ALL_EXTENSIONS)
  .registerDependencies({ 'meshopt.encoder': MeshoptEncoder, 'meshopt.decoder': MeshoptDecoder })

/** The `.glb` of a piece. */
export async function applyMaterials(raw: RawModel, blob: Uint8Array): Promise<Uint8Array> {
  const fine = await packed(raw, blob, ERROR.fine)
  return fine.length <= FINE_BYTES_MAX ? fine : packed(raw, blob, ERROR.coarse)
}

async function packed(raw: RawModel, blob: Uint8Array, error: number): Promise<Uint8Array> {
  const forms = new Map(Object.entries(raw.meshes).map(([name, mesh]) => [name, formOf(mesh, blob)]))
  const [piece, chain] = [false, true].map((isChain) => placedIn(raw, isChain))
  const precision = { size: sizeOf(piece ?? [], forms), error }
  const document = new Document().setLogger(new Logger(Logger.Verbosity.WARN))
  const scene = document.createScene()
  const materials = materialsOf(document)
  for (const [name, places] of Object.entries({ piece, [CHAIN]: chain })) {
    if (!places?.length) continue
    const groups = withFewerPlaces(groupsOf({ ...raw, places }, forms, precision), PLACES_MAX)
    scene.addChild(rootOf(document, name, groups, materials))
  }
  await document.transform(
    dedup(),
    prune(),
    reorder({ encoder: MeshoptEncoder, target: 'size' }),
    quantize({ quantizePosition: POSITION_BITS, quantizeNormal: NORMAL_BITS }),
  )
  roundPlaces(document)
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE })
  return io.writeBinary(document)
}

function placedIn({ places }: RawModel, isChain: boolean): RawModel['places'] {
  return places.filter((place) => place.isChain === isChain)
}

function rootOf(
  document: Document,
  name: string,
  groups: readonly Group[],
  materials: ReturnType<typeof materialsOf>,
): Node {
  const root = document.createNode(name).setRotation(UPRIGHT).setScale([MM, MM, MM])
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer()
  for (const { material, form, places } of groups) {
    const mesh = meshOf(document, buffer, form, materials(material, form))
    for (const matrix of places)
      root.addChild(
        document
          .createNode()
          .setMatrix([...matrix])
          .setMesh(mesh),
      )
  }
  return root
}

/** How exactly a piece is drawn. */
interface Precision {
  /** The longest side of the piece. */
  readonly size: number
  /** Maximum surface error as a fraction of it. */
  readonly error: number
}

function groupsOf(raw: RawModel, forms: ReadonlyMap<string, Form>, precision: Precision): Group[] {
  return Object.entries(raw.meshes).flatMap(([name, { material }]) => {
    const matrices = raw.places.filter(({ mesh }) => mesh === name).map(({ matrix }) => matrix)
    const full = forms.get(name)
    if (!full) return []
    const form = isFaceted(material) ? full : simplified(full, precision)
    const part = { material: isShaded(material, thicknessOf(full)) ? material + WIRE : material, form }
    // A sheared transform cannot be written as rotation and scale: it gets a mesh of its own.
    const [plain, sheared] = [true, false].map((wanted) =>
      matrices.filter((one) => isDecomposable(one) === wanted),
    )
    return [
      ...(plain?.length ? [{ ...part, places: plain }] : []),
      ...(sheared ?? []).map((matrix) => ({
        ...part,
        form: transformed(form, matrix),
        places: [IDENTITY],
      })),
    ]
  })
}

function formOf({ offset, vertices, indices }: RawMesh, blob: Uint8Array): Form {
  const { buffer, byteOffset } = blob
  const at = byteOffset + offset
  return {
    positions: new Float32Array(buffer.slice(at, at + vertices * 12)),
    normals: new Float32Array(buffer.slice(at + vertices * 12, at + vertices * 24)),
    indices: new Uint32Array(buffer.slice(at + vertices * 24, at + vertices * 24 + indices * 4)),
  }
}

/** The longest side of the piece. */
function sizeOf(places: RawModel['places'], forms: ReadonlyMap<string, Form>): number {
  const whole = places.flatMap(({ mesh, matrix }) => {
    const form = forms.get(mesh)
    return form ? [boundsOf(form, matrix)] : []
  })
  return Math.max(
    ...[0, 1, 2].map((axis) => {
      const lows = whole.map(({ low }) => low[axis] ?? 0)
      const highs = whole.map(({ high }) => high[axis] ?? 0)
      return Math.max(...highs) - Math.min(...lows)
    }),
  )
}

function simplified(form: Form, piece: Precision): Form {
  const { positions, normals, indices } = form
  const size = MeshoptSimplifier.getScale(positions, 3)
  const own = OWN_ERROR[size < piece.size * GRAIN ? 'grain' : 'bead']
  const share = Math.min((piece.size * piece.error) / size, own)
  const weight = share / TURN
  const [kept] = MeshoptSimplifier.simplifyWithAttributes(
    indices,
    positions,
    3,
    normals,
    3,
    [weight, weight, weight],
    null,
    0,
    share,
  )
  // A speck below the error would disappear.
  if (kept.length === 0) return form
  const [order, count] = MeshoptSimplifier.compactMesh(kept)
  const compact = (numbers: Float32Array) => {
    const out = new Float32Array(count * 3)
    for (const [from, to] of order.entries())
      if (to !== 0xffffffff) out.set(numbers.subarray(from * 3, from * 3 + 3), to * 3)
    return out
  }
  return { positions: compact(positions), normals: compact(normals), indices: kept }
}

function meshOf(
  document: Document,
  buffer: ReturnType<Document['createBuffer']>,
  form: Form,
  material: Material,
): Mesh {
  const accessor = (type: 'VEC3' | 'SCALAR', numbers: Float32Array | Uint32Array) =>
    document
      .createAccessor()
      .setType(type)
      // gltf-transform requires arrays with a non-shared buffer, which these have.
      .setArray(numbers as Float32Array<ArrayBuffer>)
      .setBuffer(buffer)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', form.positions))
    .setAttribute('NORMAL', accessor('VEC3', form.normals))
    .setIndices(accessor('SCALAR', form.indices))
    .setMaterial(material)
  return document.createMesh().addPrimitive(primitive)
}

/** One material per name; for clear stones also per thickness. */
function materialsOf(document: Document): (name: string, form: Form) => Material {
  const known = new Map<string, Material>()
  return (name, form) => {
    const { clear } = finishOf(name)
    const { low, high } = boundsOf(form, IDENTITY)
    const thickness = Number(Math.min(...low.map((value, axis) => (high[axis] ?? 0) - value)).toPrecision(2))
    const key = clear ? `${name}/${thickness}` : name
    const material = known.get(key) ?? materialOf(document, name, thickness)
    known.set(key, material)
    return material
  }
}

function materialOf(document: Document, name: string, thickness: number): Material {
  const { colour, metallic, roughness, coat, coatRoughness = COAT_ROUGHNESS, ior, clear } = finishOf(name)
  const material = document
    .createMaterial(name)
    .setBaseColorFactor([...colour, 1])
    .setMetallicFactor(metallic)
    .setRoughnessFactor(roughness)
  if (coat !== undefined) {
    const clearcoat = document.createExtension(KHRMaterialsClearcoat).createClearcoat()
    material.setExtension(
      'KHR_materials_clearcoat',
      clearcoat.setClearcoatFactor(coat).setClearcoatRoughnessFactor(coatRoughness),
    )
  }
  const index = clear?.ior ?? ior
  if (index !== undefined)
    material.setExtension(
      'KHR_materials_ior',
      document.createExtension(KHRMaterialsIOR).createIOR().setIOR(index),
    )
  if (clear) {
    const { tint, fire } = clear
    const transmission = document.createExtension(KHRMaterialsTransmission).createTransmission()
    const volume = document.createExtension(KHRMaterialsVolume).createVolume()
    material.setExtension('KHR_materials_transmission', transmission.setTransmissionFactor(1)).setExtension(
      'KHR_materials_volume',
      volume
        .setThicknessFactor(thickness)
        .setAttenuationColor([...tint])
        .setAttenuationDistance(thickness * MM),
    )
    if (fire > 0) {
      const dispersion = document.createExtension(KHRMaterialsDispersion).createDispersion()
      material.setExtension('KHR_materials_dispersion', dispersion.setDispersion(fire))
    }
  }
  return material
}

/** Seventeen digits per number would be larger than the meshes. */
function roundPlaces(document: Document): void {
  for (const node of document.getRoot().listNodes()) {
    if (!node.getMesh()) continue
    const [x, y, z] = node.getTranslation()
    const [a, b, c, d] = node.getRotation()
    const [i, j, k] = node.getScale()
    node
      .setTranslation([to(x, 1e4), to(y, 1e4), to(z, 1e4)])
      .setRotation([to(a, 1e5), to(b, 1e5), to(c, 1e5), to(d, 1e5)])
      .setScale([to(i, 1e5), to(j, 1e5), to(k, 1e5)])
  }
}

function to(value: number, steps: number): number {
  return Math.round(value * steps) / steps + 0
}
