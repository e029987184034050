/** Which zone a parcel travels in, by the first digits of both pincodes. */
export type Zone = 'z_a' | 'z_b' | 'z_c' | 'z_d' | 'z_e'

const METROS: Readonly<Record<string, string>> = {
  '110': 'New Delhi',
  '380': 'Ahmedabad',
  '400': 'Mumbai',
  '411': 'Pune',
  '500': 'Hyderabad',
  '560': 'Bengaluru',
  '600': 'Chennai',
  '700': 'Kolkata',
}

const CITIES: Readonly<Record<string, string>> = {
  ...METROS,
  '122': 'Gurugram',
  '201': 'Noida',
  '160': 'Chandigarh',
  '226': 'Lucknow',
  '302': 'Jaipur',
  '395': 'Surat',
  '452': 'Indore',
  '682': 'Kochi',
  '751': 'Bhubaneswar',
  '781': 'Guwahati',
  '800': 'Patna',
}

/** First and last prefix of three digits; where ranges overlap, the narrower one comes first. */
const STATES: readonly (readonly [number, number, string])[] = [
  [110, 110, 'Delhi'],
  [121, 136, 'Haryana'],
  [160, 160, 'Chandigarh'],
  [140, 159, 'Punjab'],
  [171, 177, 'Himachal Pradesh'],
  [194, 194, 'Ladakh'],
  [180, 193, 'Jammu & Kashmir'],
  [246, 246, 'Uttarakhand'],
  [248, 249, 'Uttarakhand'],
  [262, 263, 'Uttarakhand'],
  [201, 285, 'Uttar Pradesh'],
  [301, 345, 'Rajasthan'],
  [360, 396, 'Gujarat'],
  [403, 403, 'Goa'],
  [400, 445, 'Maharashtra'],
  [450, 488, 'Madhya Pradesh'],
  [490, 497, 'Chhattisgarh'],
  [500, 509, 'Telangana'],
  [515, 535, 'Andhra Pradesh'],
  [560, 591, 'Karnataka'],
  [600, 643, 'Tamil Nadu'],
  [670, 695, 'Kerala'],
  [737, 737, 'Sikkim'],
  [744, 744, 'Andaman & Nicobar'],
  [700, 743, 'West Bengal'],
  [751, 770, 'Odisha'],
  [781, 788, 'Assam'],
  [790, 792, 'Arunachal Pradesh'],
  [793, 794, 'Meghalaya'],
  [795, 795, 'Manipur'],
  [796, 796, 'Mizoram'],
  [797, 798, 'Nagaland'],
  [799, 799, 'Tripura'],
  [814, 816, 'Jharkhand'],
  [822, 822, 'Jharkhand'],
  [825, 835, 'Jharkhand'],
  [800, 855, 'Bihar'],
]

/** Everything to or from these is the dearest zone: the hills, the North-East and Kerala. */
const FAR = /^(17|18|19|67|68|69|737|78|79)/
/** What couriers count as one region with Delhi, within some 500 km by road. */
const ROUND_DELHI = /^(110|12|13|14|15|16|20|24|25)/

export function stateOf(pincode: string): string | null {
  const prefix = Number(pincode.slice(0, 3))
  return STATES.find(([first, last]) => prefix >= first && prefix <= last)?.[2] ?? null
}

export function cityOf(pincode: string): string {
  return CITIES[pincode.slice(0, 3)] ?? stateOf(pincode) ?? ''
}

/** No courier of the sandbox goes to the army's post offices, the islands, or where no pincode begins so. */
export function isServiceable(pincode: string): boolean {
  return /^[1-8]\d{5}$/.test(pincode) && !/^(744|6825)/.test(pincode) && stateOf(pincode) !== null
}

/** Ladakh is reached by air alone. */
export function isAirOnly(pincode: string): boolean {
  return pincode.startsWith('194')
}

export function zoneOf(way: { from: string; to: string }): Zone {
  const from = way.from.slice(0, 3)
  const to = way.to.slice(0, 3)
  if (from === to) return 'z_a'
  if (FAR.test(from) || FAR.test(to)) return 'z_e'
  if (from in METROS && to in METROS) return 'z_c'
  if (stateOf(from) === stateOf(to)) return 'z_b'
  if (ROUND_DELHI.test(from) && ROUND_DELHI.test(to)) return 'z_b'
  return 'z_d'
}
