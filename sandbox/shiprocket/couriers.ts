/** Couriers with their cards of rates: rupees for the first half kilogram, and for each further one. */
import type { Zone } from './places.ts'

export interface Courier {
  id: number
  name: string
  surface: boolean
  rating: number
  /** Rupees, before the aggregator's margin. */
  card: Record<Zone, readonly [first: number, further: number]>
  cod: { least: number; percent: number }
}

/**
 * 51, 43 and 1 follow rate cards of 2025; 55 and 33 lie between their neighbours. An aggregator's small customer
 * pays about one and a half times the card.
 */
export const COURIERS: readonly Courier[] = [
  {
    id: 43,
    name: 'Delhivery Surface',
    surface: true,
    rating: 4.6,
    card: { z_a: [32, 30], z_b: [34, 32], z_c: [46, 43], z_d: [49, 46], z_e: [68, 64] },
    cod: { least: 35, percent: 1.75 },
  },
  {
    id: 51,
    name: 'Xpressbees Surface',
    surface: true,
    rating: 4.3,
    card: { z_a: [27, 16], z_b: [27, 16], z_c: [34, 32], z_d: [40, 35], z_e: [47, 27] },
    cod: { least: 27, percent: 1.18 },
  },
  {
    id: 55,
    name: 'Blue Dart Surface',
    surface: true,
    rating: 4.7,
    card: { z_a: [34, 32], z_b: [38, 36], z_c: [46, 44], z_d: [48, 46], z_e: [60, 58] },
    cod: { least: 35, percent: 1.5 },
  },
  {
    id: 1,
    name: 'Blue Dart Air',
    surface: false,
    rating: 4.8,
    card: { z_a: [37, 36], z_b: [45, 43], z_c: [48, 47], z_d: [49, 48], z_e: [64, 62] },
    cod: { least: 35, percent: 1.5 },
  },
  {
    id: 33,
    name: 'Xpressbees Air',
    surface: false,
    rating: 4.1,
    card: { z_a: [33, 31], z_b: [40, 38], z_c: [44, 42], z_d: [46, 44], z_e: [58, 56] },
    cod: { least: 30, percent: 1.2 },
  },
]

const MARGIN = 1.5

/** Rupees, to the paisa. The rupee figures of the cards are whole, so the product has at most one decimal. */
export function rateRupees(courier: Courier, parcel: { zone: Zone; chargedHalfKilograms: number }): number {
  const [first, further] = courier.card[parcel.zone]
  return (first + further * (parcel.chargedHalfKilograms - 1)) * MARGIN
}

/** Actual or volumetric weight, whichever is more, in started half kilograms. */
export function chargedHalfKilograms(parcel: { kilograms: number; cubicCentimetres: number }): number {
  const kilograms = Math.max(parcel.kilograms, parcel.cubicCentimetres / 5000)
  // A whisker of tolerance: 1.5 may arrive as 1.5000000000000002 from a sum of items.
  return Math.max(1, Math.ceil(kilograms * 2 - 1e-9))
}

/** Days on the way, by zone. */
const DAYS: Record<Zone, { surface: number; air: number }> = {
  z_a: { surface: 2, air: 1 },
  z_b: { surface: 3, air: 2 },
  z_c: { surface: 4, air: 2 },
  z_d: { surface: 5, air: 3 },
  z_e: { surface: 7, air: 5 },
}
const DAYS_TO_LADAKH = 10

export function daysOnTheWay(courier: Courier, way: { zone: Zone; airOnly: boolean }): number {
  if (way.airOnly) return DAYS_TO_LADAKH
  return DAYS[way.zone][courier.surface ? 'surface' : 'air']
}
