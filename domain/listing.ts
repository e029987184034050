/**
 * The twelve listings as one table. What differs between the catalogue pages is a visible cell here: title, searched
 * fields, facets, sorts, price ceiling, card, words. Sources: specification, sections 2, 5 and 9; decisions.md 2, 15, 18, 19.
 */
import { rupees, type Paise } from './money.ts'
import { availabilityOf, GENDERS, IDOL_SIZES, type Product, type ProductType } from './product.ts'

export type FacetKey = 'category' | 'metal' | 'style' | 'gender' | 'color' | 'clarity' | 'size' | 'features'

export interface Facet {
  readonly key: FacetKey
  readonly label: string
  /** Offered in this order. */
  readonly options: readonly string[] | 'from the catalogue'
  /** Applied when the URL or the storage names it, but the panel shows no control for it. */
  readonly unlisted?: true
}

export const SORT_LABELS = {
  featured: 'Featured',
  'price-low-high': 'Price: Low to High',
  'price-high-low': 'Price: High to Low',
  rating: 'Rating',
  newest: 'Newest',
  hardness: 'Hardness',
  'name-a-z': 'Name: A to Z',
  'name-z-a': 'Name: Z to A',
} as const
export type SortKey = keyof typeof SORT_LABELS

export interface Listing {
  /** As the menu and the breadcrumbs name the type. */
  readonly label: string
  /** One piece of it, as in "Ring not found". */
  readonly singular: string
  readonly title: string
  readonly tagline: string
  readonly searchPlaceholder: string
  readonly searchedFields: readonly ('name' | 'category')[]
  readonly facets: readonly Facet[]
  /** Upper end of the price filter; the lower end is always 0. */
  readonly priceMax: Paise
  readonly sorts: readonly SortKey[]
  /** Where the filters stand: beside the grid, or in a drawer of their own (anklets). */
  readonly filters: 'panel' | 'drawer'
  /** Bangles refilter on Apply Filters; everything else at once. */
  readonly refilters: 'at once' | 'on apply'
  /** Local-storage key under which the last filters are kept; null keeps none (bangles). */
  readonly storageKey: string | null
  readonly card: {
    /** Gem cards carry neither heart nor cart button. */
    readonly buttons: boolean
    readonly secondPictureOnHover: boolean
    readonly facts: 'category' | 'gem' | 'anklet'
    /** Anklet cards refuse whatever is out of stock, even where the detail page takes an order for it. */
    readonly addsMadeToOrder: boolean
  }
  /** Words of the toasts on the listing; {name} is the piece. */
  readonly toasts: ToastWords
  readonly detail: {
    readonly toasts: ToastWords
    /** The set page goes back one step; every other to the list of its type. */
    readonly goesBack: 'to the list' | 'one step'
    /** What the button says when the piece is sold out. */
    readonly soldOutButton: 'Add to Cart' | 'Out of Stock'
    /** The anklet page shows paise only where there are some. */
    readonly priceDecimals: 'always' | 'as needed'
  }
}

export interface ToastWords {
  readonly addedToCart: string
  readonly addedToWishlist: string
  readonly removedFromWishlist: string
}

const NAMED_TOASTS: ToastWords = {
  addedToCart: '{name} added to cart!',
  addedToWishlist: '{name} added to wishlist!',
  removedFromWishlist: '{name} removed from wishlist!',
}
const PLAIN_TOASTS: ToastWords = {
  addedToCart: 'Added to cart!',
  addedToWishlist: 'Added to wishlist!',
  removedFromWishlist: 'Removed from wishlist!',
}

/** Of the detail pages, and of the home page, which sells pieces of many types. */
export const ITEM_TOASTS = detailToasts('Item')

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
  toasts: NAMED_TOASTS,
  card: { buttons: true, secondPictureOnHover: false, facts: 'category', addsMadeToOrder: true },
  detail: {
    toasts: ITEM_TOASTS,
    goesBack: 'to the list',
    soldOutButton: 'Add to Cart',
    priceDecimals: 'always',
  },
} as const satisfies Partial<Listing>
const TWO_PICTURES = { ...COMMON.card, secondPictureOnHover: true } as const

export const LISTINGS = {
  rings: {
    ...COMMON,
    label: 'Rings',
    singular: 'Ring',
    title: 'Rings',
    tagline: 'Engagement, wedding and everyday rings, priced by weight and stone',
    searchPlaceholder: 'Search rings...',
    facets: [
      category('Engagement', 'Wedding', 'Fashion', 'Promise'),
      metal('White Gold', 'Yellow Gold', 'Rose Gold', 'Silver', 'Platinum', 'Titanium'),
      { key: 'gender', label: 'Gender', options: GENDERS },
    ],
    priceMax: rupees(300_000),
    storageKey: 'filters',
  },
  necklaces: {
    ...COMMON,
    label: 'Necklaces',
    singular: 'Necklace',
    title: 'Necklaces',
    tagline: 'Chokers, haars and lariats in gold, silver and platinum',
    searchPlaceholder: 'Search necklaces...',
    facets: [
      category('Pendant', 'Choker', 'Lariat', 'Statement'),
      metal(...ALL_GOLDS_AND_WHITES),
      style('Traditional', 'Modern', 'Classic', 'Contemporary'),
    ],
    priceMax: rupees(300_000),
    storageKey: 'necklacesFilters',
    card: TWO_PICTURES,
  },
  tops: {
    ...COMMON,
    label: 'Earrings',
    singular: 'Earring',
    title: 'Earrings',
    tagline: 'Studs, jhumkas, hoops and chandbalis, always as a pair',
    searchPlaceholder: 'Search earrings...',
    facets: [
      category('Stud', 'Drop', 'Hoop', 'Chandelier'),
      metal(...ALL_GOLDS_AND_WHITES),
      style('Classic', 'Modern', 'Traditional', 'Contemporary'),
    ],
    priceMax: rupees(300_000),
    storageKey: 'topsFilters',
    card: TWO_PICTURES,
  },
  sets: {
    ...COMMON,
    label: 'Sets',
    singular: 'Set',
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
    card: TWO_PICTURES,
    detail: { ...COMMON.detail, toasts: detailToasts('Set'), goesBack: 'one step' },
  },
  pendants: {
    ...COMMON,
    label: 'Pendants / Lockets',
    singular: 'Pendant',
    title: 'Pendants and Lockets',
    tagline: 'A small piece close to the heart, with its chain',
    searchPlaceholder: 'Search pendants...',
    facets: [
      category('Solitaire', 'Gemstone', 'Pearl', 'Diamond'),
      fromCatalogue('metal', 'Metal'),
      style('Classic', 'Modern', 'Vintage', 'Bohemian'),
    ],
    priceMax: rupees(300_000),
    storageKey: 'pendantsFilters',
    card: TWO_PICTURES,
  },
  bracelets: {
    ...COMMON,
    label: 'Bracelets',
    singular: 'Bracelet',
    title: 'Bracelets',
    tagline: 'Tennis lines, cuffs and charms for the wrist',
    searchPlaceholder: 'Search bracelets...',
    facets: [
      category(...WORKSHOPS),
      fromCatalogue('metal', 'Metal'),
      style('Tennis', 'Bangle', 'Cuff', 'Chain', 'Charm', 'Statement'),
    ],
    priceMax: rupees(300_000),
    storageKey: 'braceletsFilters',
    detail: { ...COMMON.detail, toasts: detailToasts('Bracelet') },
  },
  bangles: {
    ...COMMON,
    label: 'Bangles',
    singular: 'Bangle',
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
    label: 'Chains',
    singular: 'Chain',
    title: 'Chains',
    tagline: 'Rope, box, snake and Cuban, by weight and length',
    searchPlaceholder: 'Search chains...',
    facets: [
      category(...WORKSHOPS),
      fromCatalogue('metal', 'Metal'),
      style('Simple', 'Beaded', 'Rope', 'Box', 'Snake', 'Cuban'),
    ],
    priceMax: rupees(300_000),
    storageKey: 'chainsFilters',
  },
  gems: {
    ...COMMON,
    label: 'Gems',
    singular: 'Gem',
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
    card: { ...COMMON.card, buttons: false, facts: 'gem' },
  },
  idols: {
    ...COMMON,
    label: 'Idols',
    singular: 'Idol',
    title: 'Sacred Idols Collection',
    tagline: 'Discover our divine collection of handcrafted religious idols',
    searchPlaceholder: 'Search idols...',
    facets: [
      category('Religious', 'Decorative', 'Traditional'),
      metal('Silver', 'Gold Plated', 'Bronze'),
      { key: 'size', label: 'Size', options: IDOL_SIZES },
    ],
    priceMax: rupees(300_000),
    sorts: ['featured', 'price-low-high', 'price-high-low', 'name-a-z', 'name-z-a'],
    storageKey: 'idolsFilters',
  },
  anklet: {
    ...COMMON,
    label: 'Anklet',
    singular: 'Anklet',
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
    card: { ...COMMON.card, facts: 'anklet', addsMadeToOrder: false },
    toasts: PLAIN_TOASTS,
    detail: { ...COMMON.detail, priceDecimals: 'as needed' },
  },
  'mangal-sutra': {
    ...COMMON,
    label: 'Mangal Sutra',
    singular: 'Mangal Sutra',
    title: 'Mangal Sutras',
    tagline: 'Black beads and gold, from the temple style to the everyday strand',
    searchPlaceholder: 'Search mangal sutras...',
    facets: [
      category('Traditional', 'Modern', 'Antique', 'Designer'),
      metal('Yellow Gold', 'Rose Gold', 'White Gold'),
      style('Classic', 'Contemporary', 'Ethnic', 'Fusion'),
    ],
    priceMax: rupees(300_000),
    storageKey: 'mangalSutraFilters',
    card: TWO_PICTURES,
    detail: { ...COMMON.detail, soldOutButton: 'Out of Stock' },
  },
} as const satisfies Record<ProductType, Listing>

function detailToasts(piece: 'Item' | 'Set' | 'Bracelet'): ToastWords {
  return {
    addedToCart: `${piece} added to cart!`,
    addedToWishlist: `${piece} added to wishlist!`,
    removedFromWishlist: `${piece} removed from wishlist!`,
  }
}

export function listingOf(type: ProductType): Listing {
  return LISTINGS[type]
}

/** Whether a card sells the piece: never a sold-out one, nor one of a type whose card refuses orders. */
export function canAddFromCard(product: Product): boolean {
  const { buttons, addsMadeToOrder } = listingOf(product.type).card
  const availability = availabilityOf(product)
  return buttons && (availability === 'in stock' || (availability === 'made to order' && addsMadeToOrder))
}

/** Whether the detail page sells it: everything that is in stock or can be made (decisions.md 11). */
export function canAddFromDetail(product: Product): boolean {
  return availabilityOf(product) !== 'sold out'
}

/** A shopper opened a number that the catalogue does not have. */
export function notFoundMessage(type: ProductType): string {
  return `${LISTINGS[type].singular} not found`
}

/** The values by which a product answers to a facet: none, one, or several (features). */
export function facetValuesOf(product: Product, key: FacetKey): readonly string[] {
  const value: unknown = (product as unknown as Record<FacetKey, unknown>)[key] // a facet a type lacks reads undefined
  if (Array.isArray(value)) return value.map(String)
  return value === undefined ? [] : [String(value)]
}

/** The options a facet offers, in its own order, else in the order of the catalogue. */
export function optionsOf(facet: Facet, products: readonly Product[]): readonly string[] {
  if (facet.options !== 'from the catalogue') return facet.options
  return [...new Set(products.flatMap((product) => facetValuesOf(product, facet.key)))]
}
