/**
 * How the shop shows each type, wherever it appears: its words, its card, its detail page. What differs is a visible
 * cell. Sources: requirements, sections 2 and 5; D11, D18, D19.
 */
import { availabilityOf, type Product, type ProductType } from './product.ts'

export interface Presentation {
  /** As the menu and the breadcrumbs name the type. */
  readonly label: string
  /** One piece of it, as in "Ring not found". */
  readonly singular: string
  readonly card: {
    /** Gem cards carry neither heart nor cart button. */
    readonly buttons: boolean
    readonly secondPictureOnHover: boolean
    readonly facts: 'category' | 'gem' | 'anklet'
    /** Anklet cards refuse whatever is out of stock, even where the detail page takes an order for it. */
    readonly addsMadeToOrder: boolean
    /** {name} is the piece. */
    readonly toasts: ToastTexts
  }
  readonly detail: {
    readonly toasts: ToastTexts
    /** The set page goes back one step; every other to the list of its type. */
    readonly goesBack: 'to the list' | 'one step'
    /** What the button says when the piece is sold out. */
    readonly soldOutButton: 'Add to Cart' | 'Out of Stock'
    /** The anklet page shows paise only where there are some. */
    readonly priceDecimals: 'always' | 'as needed'
  }
}

export interface ToastTexts {
  readonly addedToCart: string
  readonly addedToWishlist: string
  readonly removedFromWishlist: string
}

/** Of the detail pages, and of the home page, which sells pieces of many types. */
export const ITEM_TOASTS = toastTexts('Item')

const CARD: Presentation['card'] = {
  buttons: true,
  secondPictureOnHover: false,
  facts: 'category',
  addsMadeToOrder: true,
  toasts: toastTexts('{name}'),
}
const CARD_WITH_TWO_PICTURES: Presentation['card'] = { ...CARD, secondPictureOnHover: true }
const DETAIL: Presentation['detail'] = {
  toasts: ITEM_TOASTS,
  goesBack: 'to the list',
  soldOutButton: 'Add to Cart',
  priceDecimals: 'always',
}

const SHOWCASES: Record<ProductType, Presentation> = {
  rings: { label: 'Rings', singular: 'Ring', card: CARD, detail: DETAIL },
  necklaces: { label: 'Necklaces', singular: 'Necklace', card: CARD_WITH_TWO_PICTURES, detail: DETAIL },
  tops: { label: 'Earrings', singular: 'Earring', card: CARD_WITH_TWO_PICTURES, detail: DETAIL },
  sets: {
    label: 'Sets',
    singular: 'Set',
    card: CARD_WITH_TWO_PICTURES,
    detail: { ...DETAIL, toasts: toastTexts('Set'), goesBack: 'one step' },
  },
  pendants: {
    label: 'Pendants / Lockets',
    singular: 'Pendant',
    card: CARD_WITH_TWO_PICTURES,
    detail: DETAIL,
  },
  bracelets: {
    label: 'Bracelets',
    singular: 'Bracelet',
    card: CARD,
    detail: { ...DETAIL, toasts: toastTexts('Bracelet') },
  },
  bangles: { label: 'Bangles', singular: 'Bangle', card: CARD, detail: DETAIL },
  chains: { label: 'Chains', singular: 'Chain', card: CARD, detail: DETAIL },
  gems: { label: 'Gems', singular: 'Gem', card: { ...CARD, buttons: false, facts: 'gem' }, detail: DETAIL },
  idols: { label: 'Idols', singular: 'Idol', card: CARD, detail: DETAIL },
  anklet: {
    label: 'Anklet',
    singular: 'Anklet',
    card: {
      ...CARD,
      facts: 'anklet',
      addsMadeToOrder: false,
      toasts: {
        addedToCart: 'Added to cart!',
        addedToWishlist: 'Added to wishlist!',
        removedFromWishlist: 'Removed from wishlist!',
      },
    },
    detail: { ...DETAIL, priceDecimals: 'as needed' },
  },
  'mangal-sutra': {
    label: 'Mangal Sutra',
    singular: 'Mangal Sutra',
    card: CARD_WITH_TWO_PICTURES,
    detail: { ...DETAIL, soldOutButton: 'Out of Stock' },
  },
}

export function presentationOf(type: ProductType): Presentation {
  return SHOWCASES[type]
}

/** Whether a card sells the piece: never a sold-out one, nor one of a type whose card refuses orders. */
export function canAddFromCard(product: Product): boolean {
  const { buttons, addsMadeToOrder } = presentationOf(product.type).card
  const availability = availabilityOf(product)
  return buttons && (availability === 'in stock' || (availability === 'made to order' && addsMadeToOrder))
}

/** Whether the detail page sells it: everything that is in stock or can be made (D11). */
export function canAddFromDetail(product: Product): boolean {
  return availabilityOf(product) !== 'sold out'
}

/** A shopper opened a number that the catalogue does not have. */
export function notFoundMessage(type: ProductType): string {
  return `${presentationOf(type).singular} not found`
}

function toastTexts(piece: 'Item' | 'Set' | 'Bracelet' | '{name}'): ToastTexts {
  return {
    addedToCart: `${piece} added to cart!`,
    addedToWishlist: `${piece} added to wishlist!`,
    removedFromWishlist: `${piece} removed from wishlist!`,
  }
}
