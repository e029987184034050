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

/** The town that a sorting district is known by; of the many, those that somebody is likely to try. */
const CITIES: Readonly<Record<string, string>> = {
  ...METROS,
  '121': 'Faridabad',
  '122': 'Gurugram',
  '133': 'Ambala',
  '141': 'Ludhiana',
  '143': 'Amritsar',
  '144': 'Jalandhar',
  '147': 'Patiala',
  '160': 'Chandigarh',
  '171': 'Shimla',
  '180': 'Jammu',
  '190': 'Srinagar',
  '194': 'Leh',
  '201': 'Ghaziabad',
  '208': 'Kanpur',
  '211': 'Prayagraj',
  '221': 'Varanasi',
  '226': 'Lucknow',
  '248': 'Dehradun',
  '249': 'Haridwar',
  '250': 'Meerut',
  '282': 'Agra',
  '302': 'Jaipur',
  '305': 'Ajmer',
  '313': 'Udaipur',
  '324': 'Kota',
  '334': 'Bikaner',
  '342': 'Jodhpur',
  '360': 'Rajkot',
  '390': 'Vadodara',
  '395': 'Surat',
  '403': 'Panaji',
  '422': 'Nashik',
  '431': 'Aurangabad',
  '440': 'Nagpur',
  '452': 'Indore',
  '462': 'Bhopal',
  '474': 'Gwalior',
  '482': 'Jabalpur',
  '492': 'Raipur',
  '506': 'Warangal',
  '517': 'Tirupati',
  '520': 'Vijayawada',
  '530': 'Visakhapatnam',
  '570': 'Mysuru',
  '575': 'Mangaluru',
  '580': 'Hubballi',
  '605': 'Puducherry',
  '620': 'Tiruchirappalli',
  '625': 'Madurai',
  '636': 'Salem',
  '641': 'Coimbatore',
  '673': 'Kozhikode',
  '680': 'Thrissur',
  '682': 'Kochi',
  '695': 'Thiruvananthapuram',
  '711': 'Howrah',
  '734': 'Siliguri',
  '737': 'Gangtok',
  '751': 'Bhubaneswar',
  '753': 'Cuttack',
  '781': 'Guwahati',
  '793': 'Shillong',
  '795': 'Imphal',
  '799': 'Agartala',
  '800': 'Patna',
  '831': 'Jamshedpur',
  '834': 'Ranchi',
}

/** Within a district, towns large enough to have a name of their own. */
const TOWNS: Readonly<Record<string, string>> = { '2013': 'Noida' }

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

/** Empty where the couriers would know more than this table does. */
export function cityOf(pincode: string): string {
  return TOWNS[pincode.slice(0, 4)] ?? CITIES[pincode.slice(0, 3)] ?? ''
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
