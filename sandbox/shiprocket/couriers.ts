/** Couriers with their rate cards. */
import type { Zone } from './places.ts'

export interface Courier {
  id: number
  name: string
  surface: boolean
  rating: number
  /** Rupees for the first half kilogram and each further one, before the aggregator's margin. */
  rateCard: Record<Zone, readonly [first: number, further: number]>
  cod: { min: number; percent: number }
}

/**
 * 51, 43 and 1 follow rate cards of 2025; 55 and 33 are interpolated. A small customer of an aggregator pays about one
 * and a half times the card.
 */
export const COURIERS: readonly Courier[] = [
  {
    id: 43,
    name: 'Delhivery Surface',
    surface: true,
    rating: 4.6,
    rateCard: { z_a: [32, 30], z_b: [34, 32], z_c: [46, 43], z_d: [49, 46], z_e: [68, 64] },
    cod: { min: 35, percent: 1.75 },
  },
  {
    id: 51,
    name: 'Xpressbees Surface',
    surface: true,
    rating: 4.3,
    rateCard: { z_a: [27, 16], z_b: [27, 16], z_c: [34, 32], z_d: [40, 35], z_e: [47, 27] },
    cod: { min: 27, percent: 1.18 },
  },
  {
    id: 55,
    name: 'Blue Dart Surface',
    surface: true,
    rating: 4.7,
    rateCard: { z_a: [34, 32], z_b: [38, 36], z_c: [46, 44], z_d: [48, 46], z_e: [60, 58] },
    cod: { min: 35, percent: 1.5 },
  },
  {
    id: 1,
    name: 'Blue Dart Air',
    surface: false,
    rating: 4.8,
    rateCard: { z_a: [37, 36], z_b: [45, 43], z_c: [48, 47], z_d: [49, 48], z_e: [64, 62] },
    cod: { min: 35, percent: 1.5 },
  },
  {
    id: 33,
    name: 'Xpressbees Air',
    surface: false,
    rating: 4.1,
    rateCard: { z_a: [33, 31], z_b: [40, 38], z_c: [44, 42], z_d: [46, 44], z_e: [58, 56] },
    cod: { min: 30, percent: 1.2 },
  },
]

const MARGIN = 1.5

/** In rupees. The cards have whole rupees, so the product has at most one decimal. */
export function rateRupees(courier: Courier, parcel: { zone: Zone; chargedHalfKilograms: number }): number {
  const [first, further] = courier.rateCard[parcel.zone]
  return (first + further * (parcel.chargedHalfKilograms - 1)) * MARGIN
}

/** The greater of actual and volumetric weight, rounded up to half kilograms. */
export function chargedHalfKilograms(parcel: { kilograms: number; cubicCentimetres: number }): number {
  const kilograms = Math.max(parcel.kilograms, parcel.cubicCentimetres / 5000)
  // A sum of items may give 1.5000000000000002 for 1.5.
  return Math.max(1, Math.ceil(kilograms * 2 - 1e-9))
}

const TRANSIT_DAYS: Record<Zone, { surface: number; air: number }> = {
  z_a: { surface: 2, air: 1 },
  z_b: { surface: 3, air: 2 },
  z_c: { surface: 4, air: 2 },
  z_d: { surface: 5, air: 3 },
  z_e: { surface: 7, air: 5 },
}
const LADAKH_DAYS = 10

export function transitDays(courier: Courier, route: { zone: Zone; airOnly: boolean }): number {
  if (route.airOnly) return LADAKH_DAYS
  return TRANSIT_DAYS[route.zone][courier.surface ? 'surface' : 'air']
}
