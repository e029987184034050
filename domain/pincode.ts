/**
 * The most likely state of a pincode. The first three digits name a sorting district; the few districts that cross a
 * state border have none. A suggestion while an address is typed, never proof (PIN-2).
 */
import { isPincode } from './shipping.ts'

/** States and union territories by their official names, in alphabetical order. */
export const INDIAN_STATES = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
] as const
export type IndianState = (typeof INDIAN_STATES)[number]

/** Districts that lie in two states. */
const BORDER = null

/** The first matching row applies: small areas precede the large ones around them. */
const STATE_OF_DISTRICTS: readonly (readonly [first: number, last: number, state: IndianState | null])[] = [
  [110, 110, 'Delhi'],
  [121, 136, 'Haryana'],
  [160, 160, 'Chandigarh'],
  [140, 159, 'Punjab'],
  [171, 177, 'Himachal Pradesh'],
  [194, 194, 'Ladakh'],
  [180, 193, 'Jammu and Kashmir'],
  [248, 249, 'Uttarakhand'],
  [263, 263, 'Uttarakhand'],
  [244, 247, BORDER],
  [262, 262, BORDER],
  [201, 285, 'Uttar Pradesh'],
  [301, 345, 'Rajasthan'],
  [396, 396, BORDER],
  [360, 395, 'Gujarat'],
  [403, 403, 'Goa'],
  [400, 445, 'Maharashtra'],
  [450, 488, 'Madhya Pradesh'],
  [490, 497, 'Chhattisgarh'],
  [500, 509, 'Telangana'],
  [515, 535, 'Andhra Pradesh'],
  [560, 591, 'Karnataka'],
  [605, 605, BORDER],
  [600, 643, 'Tamil Nadu'],
  [670, 695, 'Kerala'],
  [737, 737, 'Sikkim'],
  [744, 744, 'Andaman and Nicobar Islands'],
  [700, 743, 'West Bengal'],
  [751, 770, 'Odisha'],
  [781, 788, 'Assam'],
  [790, 792, 'Arunachal Pradesh'],
  [793, 794, 'Meghalaya'],
  [795, 795, 'Manipur'],
  [796, 796, 'Mizoram'],
  [797, 798, 'Nagaland'],
  [799, 799, 'Tripura'],
  [813, 813, BORDER],
  [814, 816, 'Jharkhand'],
  [822, 822, 'Jharkhand'],
  [825, 835, 'Jharkhand'],
  [800, 855, 'Bihar'],
]

const LAKSHADWEEP = /^68255\d$/

/** Null for an invalid pincode, districts on a border, and army districts (900 to 999). */
export function likelyStateOf(pincode: string): IndianState | null {
  return LAKSHADWEEP.test(pincode) ? 'Lakshadweep' : (districtRowOf(pincode)?.[2] ?? null)
}

/** Whether the pincode is valid and its district lies in a state, or on the border of two. */
export function isKnownDistrict(pincode: string): boolean {
  return districtRowOf(pincode) !== undefined
}

function districtRowOf(pincode: string) {
  if (!isPincode(pincode)) return undefined
  const district = Number(pincode.slice(0, 3))
  return STATE_OF_DISTRICTS.find(([first, last]) => first <= district && district <= last)
}
