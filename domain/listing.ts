/**
 * The twelve listings. A page receives its own row with its products, so that no browser downloads the rest. Cards and
 * detail pages of a type are in presentation.ts. Sources: requirements, sections 2, 5 and 9; D2, D15.
 */
import type { Facet, FacetKey } from './facet.ts'
import { rupees, type Paise } from './money.ts'
import { GENDERS, IDOL_SIZES, type ProductType } from './product.ts'
import type { SortKey } from './sort.ts'

export interface Listing {
  readonly title: string
  readonly tagline: string
  readonly searchPlaceholder: string
  readonly searchedFields: readonly ('name' | 'category')[]
  readonly facets: readonly Facet[]
  /** Upper end of the price filter (`9.price-ceilings`); the lower end is always 0. */
  readonly priceMax: Paise
  readonly sorts: readonly SortKey[]
  /** Next to the grid, or in a drawer (anklets). */
  readonly filters: 'panel' | 'drawer'
  readonly refilters: 'at once' | 'on apply'
  /** Local-storage key under which the last filters are kept; null keeps none (bangles). */
  readonly storageKey: 'filters' | `${string}Filters` | null
}

const BY_RATING: readonly SortKey[] = ['featured', 'price-low-high', 'price-high-low', 'rating']
const BY_DATE: readonly SortKey[] = ['featured', 'price-low-high', 'price-high-low', 'newest']

const ALL_GOLDS_AND_WHITES = ['White Gold', 'Yellow Gold', 'Rose Gold', 'Silver', 'Platinum'] as const
const WORKSHOPS = ['Classic', 'Modern', 'Designer', 'Traditional'] as const

const category = (...options: string[]): Facet => ({ key: 'category', label: 'Category', options })
const metal = (...options: string[]): Facet => ({ key: 'metal', label: 'Metal', options })
const style = (...options: string[]): Facet => ({ key: 'style', label: 'Style', options })
const fromCatalogue = (key: FacetKey, label: string): Facet => ({ key, label, options: 'from the catalogue' })

const COMMON = {
  searchedFields: ['name', 'category'],
  filters: 'panel',
  refilters: 'at once',
  sorts: BY_RATING,
  priceMax: rupees(300_000),
} as const satisfies Partial<Listing>

export const LISTINGS = {
  rings: {
    ...COMMON,
    title: 'Rings',
    tagline: 'Engagement, wedding and everyday rings, priced by weight and stone',
    searchPlaceholder: 'Search rings...',
    facets: [
      category('Engagement', 'Wedding', 'Fashion', 'Promise'),
      metal('White Gold', 'Yellow Gold', 'Rose Gold', 'Silver', 'Platinum', 'Titanium'),
      { key: 'gender', label: 'Gender', options: GENDERS },
    ],
    storageKey: 'filters',
  },
  necklaces: {
    ...COMMON,
    title: 'Necklaces',
    tagline: 'Chokers, haars and lariats in gold, silver and platinum',
    searchPlaceholder: 'Search necklaces...',
    facets: [
      category('Pendant', 'Choker', 'Lariat', 'Statement'),
      metal(...ALL_GOLDS_AND_WHITES),
      style('Traditional', 'Modern', 'Classic', 'Contemporary'),
    ],
    storageKey: 'necklacesFilters',
  },
  tops: {
    ...COMMON,
    title: 'Earrings',
    tagline: 'Studs, jhumkas, hoops and chandbalis, always as a pair',
    searchPlaceholder: 'Search earrings...',
    facets: [
      category('Stud', 'Drop', 'Hoop', 'Chandelier'),
      metal(...ALL_GOLDS_AND_WHITES),
      style('Classic', 'Modern', 'Traditional', 'Contemporary'),
    ],
    storageKey: 'topsFilters',
  },
  sets: {
    ...COMMON,
    title: 'Jewellery Sets',
    tagline: 'Necklace and earrings made together, for the wedding and for every day',
    searchPlaceholder: 'Search sets...',
    facets: [
      category('Bridal Sets', 'Traditional Sets', 'Modern Sets', 'Party Wear', 'Daily Wear'),
      metal('Yellow Gold', 'White Gold', 'Rose Gold', 'Silver', 'Platinum'),
      style('Classic', 'Contemporary', 'Antique', 'Minimalist', 'Fusion'),
      { ...fromCatalogue('features', 'Features'), unlisted: true },
    ],
    priceMax: rupees(500_000),
    sorts: BY_DATE,
    storageKey: 'setsFilters',
  },
  pendants: {
    ...COMMON,
    title: 'Pendants and Lockets',
    tagline: 'A small piece close to the heart, with its chain',
    searchPlaceholder: 'Search pendants...',
    facets: [
      category('Solitaire', 'Gemstone', 'Pearl', 'Diamond'),
      fromCatalogue('metal', 'Metal'),
      style('Classic', 'Modern', 'Vintage', 'Bohemian'),
    ],
    storageKey: 'pendantsFilters',
  },
  bracelets: {
    ...COMMON,
    title: 'Bracelets',
    tagline: 'Tennis lines, cuffs and charms for the wrist',
    searchPlaceholder: 'Search bracelets...',
    facets: [
      category(...WORKSHOPS),
      fromCatalogue('metal', 'Metal'),
      style('Tennis', 'Bangle', 'Cuff', 'Chain', 'Charm', 'Statement'),
    ],
    storageKey: 'braceletsFilters',
  },
  bangles: {
    ...COMMON,
    title: 'Bangles',
    tagline: 'Kadas and bangles, single or by the pair',
    searchPlaceholder: 'Search bangles...',
    facets: [
      category('Traditional', 'Modern', 'Casual'),
      metal('Gold', 'Silver', 'Rose Gold', 'Platinum'),
      style('Classic', 'Modern', 'Vintage'),
    ],
    priceMax: rupees(150_000),
    refilters: 'on apply',
    storageKey: null,
  },
  chains: {
    ...COMMON,
    title: 'Chains',
    tagline: 'Rope, box, snake and Cuban, by weight and length',
    searchPlaceholder: 'Search chains...',
    facets: [
      category(...WORKSHOPS),
      fromCatalogue('metal', 'Metal'),
      style('Simple', 'Beaded', 'Rope', 'Box', 'Snake', 'Cuban'),
    ],
    storageKey: 'chainsFilters',
  },
  gems: {
    ...COMMON,
    title: 'Gems',
    tagline: 'Loose stones with their carats, clarity and origin',
    searchPlaceholder: 'Search gems...',
    facets: [
      category('Precious', 'Semi-Precious'),
      fromCatalogue('color', 'Color'),
      fromCatalogue('clarity', 'Clarity'),
    ],
    priceMax: rupees(10_000),
    sorts: ['featured', 'price-low-high', 'price-high-low', 'hardness'],
    storageKey: 'gemsFilters',
  },
  idols: {
    ...COMMON,
    title: 'Sacred Idols Collection',
    tagline: 'Discover our divine collection of handcrafted religious idols',
    searchPlaceholder: 'Search idols...',
    facets: [
      category('Religious', 'Decorative', 'Traditional'),
      metal('Silver', 'Gold Plated', 'Bronze'),
      { key: 'size', label: 'Size', options: IDOL_SIZES },
    ],
    sorts: ['featured', 'price-low-high', 'price-high-low', 'name-a-z', 'name-z-a'],
    storageKey: 'idolsFilters',
  },
  anklet: {
    ...COMMON,
    title: 'Elegant Anklets Collection',
    tagline: 'Explore our exquisite collection of handcrafted anklets',
    searchPlaceholder: 'Search anklets...',
    searchedFields: ['name'],
    facets: [
      { ...fromCatalogue('category', 'Category'), unlisted: true },
      { ...fromCatalogue('metal', 'Metal'), unlisted: true },
      { ...fromCatalogue('style', 'Style'), unlisted: true },
    ],
    priceMax: rupees(10_000),
    sorts: BY_DATE,
    filters: 'drawer',
    storageKey: 'ankletFilters',
  },
  'mangal-sutra': {
    ...COMMON,
    title: 'Mangal Sutras',
    tagline: 'Black beads and gold, from the temple style to the everyday strand',
    searchPlaceholder: 'Search mangal sutras...',
    facets: [
      category('Traditional', 'Modern', 'Antique', 'Designer'),
      metal('Yellow Gold', 'Rose Gold', 'White Gold'),
      style('Classic', 'Contemporary', 'Ethnic', 'Fusion'),
    ],
    storageKey: 'mangalSutraFilters',
  },
} as const satisfies Record<ProductType, Listing>

export function listingOf(type: ProductType): Listing {
  return LISTINGS[type]
}
