/** The texts, card and detail page of each product type. Sources: requirements, sections 2 and 5; D11, D18, D19. */
import { availabilityOf, type Product, type ProductType } from './product.ts'

export interface Presentation {
  /** In menu and breadcrumbs. */
  readonly label: string
  /** As in "Ring not found". */
  readonly singular: string
  readonly card: {
    /** Gem cards have neither heart nor cart button. */
    readonly buttons: boolean
    readonly secondPictureOnHover: boolean
    readonly facts: 'category' | 'gem' | 'anklet'
    /** Anklet cards do not sell products that are out of stock, although the detail page does. */
    readonly addsMadeToOrder: boolean
    /** {name} is the product's name. */
    readonly toasts: ToastTexts
  }
  readonly detail: {
    readonly toasts: ToastTexts
    readonly goesBack: 'to the list' | 'one step'
    /** Label of the cart button of a sold-out product. */
    readonly soldOutButton: 'Add to Cart' | 'Out of Stock'
    readonly priceDecimals: 'always' | 'as needed'
  }
}

export interface ToastTexts {
  readonly addedToCart: string
  readonly addedToWishlist: string
  readonly removedFromWishlist: string
}

/** Contains the product’s name, for cards; replace `{name}`. */
export const NAMED_TOASTS = toastTexts('{name}')
/** For detail pages and the home page. */
export const ITEM_TOASTS = toastTexts('Item')

const CARD: Presentation['card'] = {
  buttons: true,
  secondPictureOnHover: false,
  facts: 'category',
  addsMadeToOrder: true,
  toasts: NAMED_TOASTS,
}
const CARD_WITH_TWO_PICTURES: Presentation['card'] = { ...CARD, secondPictureOnHover: true }
const DETAIL: Presentation['detail'] = {
  toasts: ITEM_TOASTS,
  goesBack: 'to the list',
  soldOutButton: 'Add to Cart',
  priceDecimals: 'always',
}

const PRESENTATIONS: Record<ProductType, Presentation> = {
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
  return PRESENTATIONS[type]
}

export function canAddFromCard(product: Product): boolean {
  const { buttons, addsMadeToOrder } = presentationOf(product.type).card
  const availability = availabilityOf(product)
  return buttons && (availability === 'in stock' || (availability === 'made to order' && addsMadeToOrder))
}

/** In stock or made to order (D11). */
export function canAddFromDetail(product: Product): boolean {
  return availabilityOf(product) !== 'sold out'
}

export function notFoundMessage(type: ProductType): string {
  return `${presentationOf(type).singular} not found`
}

function toastTexts(name: 'Item' | 'Set' | 'Bracelet' | '{name}'): ToastTexts {
  return {
    addedToCart: `${name} added to cart!`,
    addedToWishlist: `${name} added to wishlist!`,
    removedFromWishlist: `${name} removed from wishlist!`,
  }
}
