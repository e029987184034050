/** What a courier knows about a pincode: the town, whether it delivers there, and the rate zone. */
import { isKnownDistrict, likelyStateOf } from '#domain/pincode.ts'

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

/** Main towns of sorting districts; incomplete. */
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

/** By four digits: towns that are not the main one of their district. */
const TOWNS: Readonly<Record<string, string>> = { '2013': 'Noida' }

/** The hills, the North-East and Kerala: always the most expensive zone. */
const FAR = /^(17|18|19|67|68|69|737|78|79)/
/** Couriers treat these as one region with Delhi, within some 500 km by road. */
const NEAR_DELHI = /^(110|12|13|14|15|16|20|24|25)/

/** Empty if the tables above have no name. */
export function cityOf(pincode: string): string {
  return TOWNS[pincode.slice(0, 4)] ?? CITIES[pincode.slice(0, 3)] ?? ''
}

/** Not served: army post offices, the islands, and nonexistent districts. */
export function isServiceable(pincode: string): boolean {
  return isKnownDistrict(pincode) && !/^(744|6825)/.test(pincode)
}

/** Ladakh is reached only by air. */
export function isAirOnly(pincode: string): boolean {
  return pincode.startsWith('194')
}

export function zoneOf(route: { from: string; to: string }): Zone {
  const from = route.from.slice(0, 3)
  const to = route.to.slice(0, 3)
  if (from === to) return 'z_a'
  if (FAR.test(from) || FAR.test(to)) return 'z_e'
  if (from in METROS && to in METROS) return 'z_c'
  const state = likelyStateOf(route.from)
  if (state !== null && state === likelyStateOf(route.to)) return 'z_b'
  if (NEAR_DELHI.test(from) && NEAR_DELHI.test(to)) return 'z_b'
  return 'z_d'
}
