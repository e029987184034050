/** The glTF finish of each studio material, by its name in blender/materials.py: metals, stones, pearls, enamel. */

/** Linear light, like in glTF and Blender. */
type Colour = readonly [number, number, number]

export interface Finish {
  readonly colour: Colour
  readonly metallic: number
  readonly roughness: number
  /** A lacquer-like layer over the body. */
  readonly coat?: number
  /** Defaults to that of a polished layer. */
  readonly coatRoughness?: number
  /** Refractive index of an opaque body: how much it reflects. Defaults to that of glass. */
  readonly ior?: number
  /** Transmission: refractive index, colour behind the stone, and dispersion. */
  readonly clear?: {
    readonly ior: number
    readonly tint: Colour
    readonly fire: number
  }
}

/**
 * Polished metal shows what it reflects, so these are the reflectances of the alloys that the shop sells. Those of gold
 * are deeper, because the viewer's tone mapping (app/detail/View3D.tsx) fades them to the look of the photographs.
 */
const METALS: Readonly<Record<string, { readonly colour: Colour; readonly roughness: number }>> = {
  gold22: { colour: [1.0, 0.58, 0.16], roughness: 0.12 },
  rose: { colour: [0.96, 0.5, 0.35], roughness: 0.12 },
  white: { colour: [0.83, 0.81, 0.77], roughness: 0.1 },
  silver: { colour: [0.95, 0.94, 0.91], roughness: 0.12 },
  platinum: { colour: [0.7, 0.69, 0.67], roughness: 0.12 },
  copper: { colour: [0.93, 0.45, 0.28], roughness: 0.16 },
  bronze: { colour: [0.55, 0.31, 0.13], roughness: 0.26 },
  plated: { colour: [1.0, 0.66, 0.27], roughness: 0.1 },
}
/** Added roughness compared with polished. */
const FINISHES: Readonly<Record<string, number>> = {
  polished: 0,
  satin: 0.24,
  brushed: 0.2,
  hammered: 0.06,
  antique: 0.14,
  oxidised: 0.28,
}
/** Gold and bronze are aged; silver is blackened in its hollows, which darkens all of it here. */
const ANTIQUE_TONE = { silver: 0.34, others: 0.82 }
const OXIDISED_TONE = 0.2

/** Refractive index, colour, and how strongly it splits light (20 ÷ Abbe number). */
const CLEAR: Readonly<Record<string, readonly [number, Colour, number]>> = {
  diamond: [2.42, [1, 1, 1], 0.36],
  'white topaz': [1.75, [1, 1, 1], 0.2],
  'white sapphire': [1.85, [1, 1, 1], 0.2],
  ruby: [1.77, [0.8, 0.015, 0.055], 0],
  sapphire: [1.77, [0.035, 0.11, 0.74], 0],
  emerald: [1.58, [0.02, 0.36, 0.15], 0],
  'yellow sapphire': [1.77, [1, 0.8, 0.16], 0],
  hessonite: [1.74, [0.88, 0.36, 0.06], 0],
  amethyst: [1.55, [0.4, 0.1, 0.72], 0],
  peridot: [1.67, [0.42, 0.78, 0.06], 0],
  tanzanite: [1.69, [0.17, 0.13, 0.82], 0],
  'blue topaz': [1.62, [0.2, 0.74, 0.92], 0],
  'pink tourmaline': [1.63, [0.92, 0.14, 0.36], 0],
  rhodolite: [1.76, [0.78, 0.045, 0.2], 0],
  citrine: [1.55, [1, 0.55, 0.06], 0],
  garnet: [1.79, [0.42, 0.006, 0.012], 0],
}

const glossy = (colour: Colour, roughness = 0.06): Finish => ({ colour, metallic: 0, roughness, coat: 1 })

const OPAQUE: Readonly<Record<string, Finish>> = {
  'ruby cabochon': glossy([0.26, 0.002, 0.01]),
  'kemp red': glossy([0.25, 0.002, 0.012]),
  'kemp green': glossy([0.004, 0.1, 0.03]),
  'emerald cabochon': glossy([0.004, 0.12, 0.04]),
  'green onyx': glossy([0.004, 0.1, 0.034]),
  onyx: glossy([0.006, 0.006, 0.007]),
  coral: glossy([0.52, 0.045, 0.018], 0.16),
  'citrine cabochon': glossy([0.64, 0.22, 0.01]),
  'blue glass': glossy([0.005, 0.02, 0.26]),
  'red glass': glossy([0.26, 0.002, 0.01]),
  'white glass': glossy([0.64, 0.64, 0.62]),
  'black bead': glossy([0.008, 0.008, 0.009], 0.12),
  // Uncut diamond lies on foil, which reflects light like metal.
  polki: { colour: [0.86, 0.84, 0.79], metallic: 0.75, roughness: 0.08, coat: 1 },
  // Nacre reflects more, and softer, than a lacquer. Its body is darker than it looks, which is overexposed otherwise.
  pearl: {
    colour: [0.38, 0.325, 0.275],
    metallic: 0,
    roughness: 0.32,
    ior: 1.8,
    coat: 0.6,
    coatRoughness: 0.14,
  },
  turquoise: { colour: [0.02, 0.22, 0.22], metallic: 0, roughness: 0.22 },
  moonstone: { colour: [0.48, 0.55, 0.66], metallic: 0, roughness: 0.1, coat: 1 },
  'cats eye': glossy([0.42, 0.25, 0.06], 0.08),
}
const ENAMELS: Readonly<Record<string, Colour>> = {
  red: [0.14, 0.001, 0.004],
  blue: [0.004, 0.016, 0.2],
  sky: [0.012, 0.15, 0.34],
  green: [0.003, 0.09, 0.034],
  leaf: [0.025, 0.15, 0.025],
  white: [0.4, 0.385, 0.36],
  pink: [0.46, 0.06, 0.11],
  black: [0.007, 0.007, 0.008],
}
/** The cord of a set. */
const SILK: Finish = { colour: [0.16, 0.006, 0.012], metallic: 0, roughness: 0.6 }

/** The material of thin silver: see `isShaded`. */
export const WIRE = '/wire'
/** In millimetres. */
const WIRE_MAX = 0.4
/** The share of the light that reaches wires beside each other. */
const WIRE_TONE = 0.42

/** Throws for a material that the table does not know, so that no model is published in grey. */
export function finishOf(material: string): Finish {
  const [kind, name = '', variant = ''] = wordsOf(material)
  if (kind?.startsWith('silk')) return SILK
  const finish =
    kind === 'metal' ? metal(name, variant) : kind === 'enamel' ? enamel(name) : stone(name, variant)
  if (!finish) throw new Error(`The 3D files have no finish for ${material}`)
  return finish
}

export function isClear(material: string): boolean {
  return finishOf(material).clear !== undefined
}

export function isFaceted(material: string): boolean {
  const [kind, name = ''] = wordsOf(material)
  return kind === 'stone' && (name in CLEAR || name === 'polki')
}

/** Silver wires and grains, which would be an even white, because browsers do not compute how they shade each other. */
export function isShaded(material: string, thickness: number): boolean {
  return material.startsWith('metal:silver:polished') && thickness < WIRE_MAX
}

/** Without the number that Blender appends to duplicate names. */
function wordsOf(material: string): string[] {
  return material.replace(/\.\d{3}$/, '').split(':')
}

function metal(name: string, work: string): Finish | undefined {
  const alloy = METALS[name]
  const rougher = FINISHES[work.replace(WIRE, '')]
  if (!alloy || rougher === undefined) return undefined
  const tone = toneOf(name, work)
  const [red, green, blue] = alloy.colour
  return {
    colour: [red * tone, green * tone, blue * tone],
    metallic: 1,
    roughness: alloy.roughness + rougher,
  }
}

function toneOf(name: string, work: string): number {
  if (work.endsWith(WIRE)) return WIRE_TONE
  if (work === 'oxidised') return OXIDISED_TONE
  return work === 'antique' ? ANTIQUE_TONE[name === 'silver' ? 'silver' : 'others'] : 1
}

function enamel(name: string): Finish | undefined {
  const colour = ENAMELS[name]
  return colour && glossy(colour, 0.2)
}

function stone(name: string, variant: string): Finish | undefined {
  const clear = CLEAR[name]
  if (!clear) return OPAQUE[name]
  const [ior, tint, fire] = clear
  // In small stones the colours of fire would be noise.
  return {
    colour: [1, 1, 1],
    metallic: 0,
    roughness: 0,
    clear: { ior, tint, fire: variant === 'plain' ? 0 : fire },
  }
}
