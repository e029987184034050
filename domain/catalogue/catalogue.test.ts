import { describe, expect, test } from 'vitest'
import { formatRupees, paise, rupees } from '#domain/money.ts'
import { openingPrice } from '#domain/testing.ts'
import {
  availabilityOf,
  inCarats,
  inGrams,
  PRODUCT_TYPES,
  skuOf,
  type Product,
  type ProductType,
} from '#domain/product.ts'
import { ALL_PRODUCTS, CATALOGUE } from './all.ts'
import { OPENING_COLLECTION } from './opening.ts'
import { FEATURED, NEW_ARRIVALS } from './selections.ts'

/** Written by hand from the requirements, sections 3, 5 and 9, and from realistic weights. */
interface Rules {
  readonly ids: readonly [first: number, last: number]
  readonly priceMax: number
  readonly grams: readonly [least: number, most: number]
  readonly options: Readonly<Record<string, readonly string[]>>
}

const FIVE_METALS = ['White Gold', 'Yellow Gold', 'Rose Gold', 'Silver', 'Platinum']

const RULES: Record<ProductType, Rules> = {
  rings: {
    ids: [801, 832],
    priceMax: 300_000,
    grams: [2, 12],
    options: {
      category: ['Engagement', 'Wedding', 'Fashion', 'Promise'],
      metal: [...FIVE_METALS, 'Titanium'],
      gender: ['Female', 'Male', 'Unisex'],
    },
  },
  necklaces: {
    ids: [601, 605],
    priceMax: 300_000,
    grams: [8, 36],
    options: {
      category: ['Pendant', 'Choker', 'Lariat', 'Statement'],
      metal: FIVE_METALS,
      style: ['Traditional', 'Modern', 'Classic', 'Contemporary'],
    },
  },
  tops: {
    ids: [1, 9],
    priceMax: 300_000,
    grams: [2, 25],
    options: {
      category: ['Stud', 'Drop', 'Hoop', 'Chandelier'],
      metal: FIVE_METALS,
      style: ['Classic', 'Modern', 'Traditional', 'Contemporary'],
    },
  },
  sets: {
    ids: [901, 906],
    priceMax: 500_000,
    grams: [8, 100],
    options: {
      category: ['Bridal Sets', 'Traditional Sets', 'Modern Sets', 'Party Wear', 'Daily Wear'],
      metal: FIVE_METALS,
      style: ['Classic', 'Contemporary', 'Antique', 'Minimalist', 'Fusion'],
    },
  },
  pendants: {
    ids: [701, 711],
    priceMax: 300_000,
    grams: [3, 15],
    options: {
      category: ['Solitaire', 'Gemstone', 'Pearl', 'Diamond'],
      metal: FIVE_METALS,
      style: ['Classic', 'Modern', 'Vintage', 'Bohemian'],
    },
  },
  bracelets: {
    ids: [200, 204],
    priceMax: 300_000,
    grams: [6, 30],
    options: {
      category: ['Classic', 'Modern', 'Designer', 'Traditional'],
      metal: FIVE_METALS,
      style: ['Tennis', 'Bangle', 'Cuff', 'Chain', 'Charm', 'Statement'],
    },
  },
  bangles: {
    ids: [100, 108],
    priceMax: 150_000,
    grams: [6, 45],
    options: {
      category: ['Traditional', 'Modern', 'Casual'],
      metal: ['Gold', 'Silver', 'Rose Gold', 'Platinum'],
      style: ['Classic', 'Modern', 'Vintage'],
      sizeInches: ['2.2', '2.4', '2.6', '2.8'],
    },
  },
  chains: {
    ids: [301, 305],
    priceMax: 300_000,
    grams: [5, 60],
    options: {
      category: ['Classic', 'Modern', 'Designer', 'Traditional'],
      metal: FIVE_METALS,
      style: ['Simple', 'Beaded', 'Rope', 'Box', 'Snake', 'Cuban'],
    },
  },
  gems: {
    ids: [401, 410],
    priceMax: 10_000,
    grams: [0.05, 1],
    options: {
      category: ['Precious', 'Semi-Precious'],
      clarity: ['Eye Clean', 'Slightly Included', 'Moderately Included', 'Translucent'],
    },
  },
  idols: {
    ids: [1000, 1003],
    priceMax: 300_000,
    grams: [100, 3000],
    options: {
      category: ['Religious', 'Decorative', 'Traditional'],
      metal: ['Silver', 'Gold Plated', 'Bronze'],
      size: ['Small', 'Medium', 'Large'],
    },
  },
  anklet: {
    ids: [1, 5],
    priceMax: 10_000,
    grams: [8, 90],
    options: { metal: ['Silver', 'Gold Plated'] },
  },
  'mangal-sutra': {
    ids: [500, 508],
    priceMax: 300_000,
    grams: [4, 25],
    options: {
      category: ['Traditional', 'Modern', 'Antique', 'Designer'],
      metal: ['Yellow Gold', 'Rose Gold', 'White Gold'],
      style: ['Classic', 'Contemporary', 'Ethnic', 'Fusion'],
    },
  },
}

/** Required options that no piece has: no rate for titanium, too few pieces for the rest. */
const EMPTY_OPTIONS = ['rings metal Titanium', 'bracelets style Bangle', 'chains style Simple']

/** The requirements give no metal options for these types (`9.options.from-data`), so none can be missing. */
const METAL_OPTIONS_NOT_SHOWN = new Set<ProductType>(['pendants', 'bracelets', 'chains'])

/**
 * The pieces of the opening collection. Rules about the whole collection are tested only with them; rules about a
 * single piece also apply to those added later.
 */
function isOpeningPiece({ type, id }: Product): boolean {
  const [first, last] = RULES[type].ids
  return id >= first && id <= last
}
const OPENING = ALL_PRODUCTS.filter(isOpeningPiece)

// Shows D2.catalogue, 1.catalogues
test('The opening collection has 110 products', () => {
  expect(OPENING).toHaveLength(110)
})

// Shows D2.catalogue
test('No two products have the same name', () => {
  expect(repeated(ALL_PRODUCTS.map(({ name }) => name.toLowerCase()))).toEqual([])
})

test('No two products have the same description', () => {
  expect(repeated(ALL_PRODUCTS.map(({ description }) => description))).toEqual([])
})

describe.each(PRODUCT_TYPES)('%s', (type) => {
  const pieces: readonly Product[] = CATALOGUE[type]
  const { ids, priceMax, grams, options } = RULES[type]

  // Shows 3.product.ids
  test('have unique ids; those of the opening collection come first, without gaps', () => {
    const [first, last] = ids
    const numbers = pieces.map(({ id }) => id)
    const opening = Array.from({ length: last - first + 1 }, (_, i) => first + i)
    expect(numbers.slice(0, opening.length)).toEqual(opening)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  // Shows 3.product.types
  test('have their type', () => {
    expect(pieces.filter((piece) => piece.type !== type)).toEqual([])
  })

  // Shows D2.catalogue
  test.each(Object.entries(options))('have a %s that the filter offers', (field, allowed) => {
    expect(pieces.filter((piece) => !allowed.includes(wordOf(piece, field))).map(skuOf)).toEqual([])
  })

  test('use every filter option except the known ones', () => {
    const empty = Object.entries(options)
      .filter(([field]) => !(field === 'metal' && METAL_OPTIONS_NOT_SHOWN.has(type)))
      .flatMap(([field, allowed]) =>
        allowed
          .filter((option) => !pieces.some((piece) => wordOf(piece, field) === option))
          .map((option) => `${type} ${field} ${option}`),
      )
    expect(empty).toEqual(EMPTY_OPTIONS.filter((option) => option.startsWith(`${type} `)))
  })

  // Shows D2.catalogue
  test(`cost at most what the price slider reaches, ${formatRupees(rupees(priceMax))}`, () => {
    expect(pieces.filter((piece) => openingPrice(piece).listPrice > rupees(priceMax)).map(skuOf)).toEqual([])
  })

  // Shows D2.catalogue
  test('have a plausible weight', () => {
    const [least, most] = grams
    const odd = pieces.filter(({ weightMg }) => inGrams(weightMg) < least || inGrams(weightMg) > most)
    expect(odd.map(skuOf)).toEqual([])
  })

  test('have whole milligrams and a positive price', () => {
    const odd = pieces.filter((piece) => !Number.isInteger(piece.weightMg) || openingPrice(piece).amount <= 0)
    expect(odd.map(skuOf)).toEqual([])
  })
})

describe('Texts', () => {
  test('Every description has 200 to 320 characters', () => {
    const odd = ALL_PRODUCTS.filter(({ description: { length } }) => length < 200 || length > 320)
    expect(odd.map(skuOf)).toEqual([])
  })

  test('Every description has two to five sentences, each ended by a full stop', () => {
    const odd = ALL_PRODUCTS.filter(({ description }) => {
      const sentences = description.split(/(?<=\.) (?=[A-Z])/)
      return sentences.length < 2 || sentences.length > 5 || !description.endsWith('.')
    })
    expect(odd.map(skuOf)).toEqual([])
  })

  // A diamond without further description is natural; certificates, hallmarks and prizes would need proof.
  test.each([
    /\blab\b/i,
    /cultured|man-made|synthetic/i,
    /certifi|hallmark|huid|award|guarantee/i,
    /!/,
    /exquisite|stunning|luxur|timeless|perfect|elegan|beautiful|world-class|unique/i,
    /[“”"]|'|  /,
  ])('No text matches %s', (forbidden) => {
    expect(ALL_PRODUCTS.filter((piece) => forbidden.test(wordsOf(piece))).map(skuOf)).toEqual([])
  })

  test('A ring names the carats of its diamonds exactly as they are priced', () => {
    const odd = CATALOGUE.rings.filter(({ description, diamondWeightMg }) => {
      const named = description.match(/(\d+\.\d\d) ct/)?.[1]
      return named !== (diamondWeightMg === undefined ? undefined : inCarats(diamondWeightMg).toFixed(2))
    })
    expect(odd.map(skuOf)).toEqual([])
  })

  test('Gold names its purity by its metal: 22K yellow, 18K white and rose', () => {
    const odd = ALL_PRODUCTS.filter((piece) => {
      if (!('metal' in piece)) return false
      if (piece.metal === 'Yellow Gold') return /18K/.test(piece.description)
      if (piece.metal === 'White Gold' || piece.metal === 'Rose Gold') return /22K/.test(piece.description)
      return /\d\dK/.test(piece.description)
    })
    expect(odd.map(skuOf)).toEqual([])
  })
})

describe('Prices', () => {
  // Shows 3.product.fixed-price
  test.each(['anklet', 'bracelets', 'bangles', 'gems'] as const)('All %s have a fixed price', (type) => {
    const pieces: readonly Product[] = CATALOGUE[type]
    expect(pieces.filter(({ fixedPrice }) => fixedPrice === undefined).map(skuOf)).toEqual([])
  })

  // Shows 3.product.fixed-price
  test('Exactly two necklaces of the opening collection have a fixed price', () => {
    expect(
      CATALOGUE.necklaces.filter(isOpeningPiece).filter(({ fixedPrice }) => fixedPrice !== undefined),
    ).toHaveLength(2)
  })

  // Shows 3.product.fixed-price
  test('A gold-plated idol has a fixed price, and no other idol; the opening collection has one', () => {
    const odd = CATALOGUE.idols.filter(
      ({ fixedPrice, metal }) => (fixedPrice !== undefined) !== (metal === 'Gold Plated'),
    )
    expect(odd.map(skuOf)).toEqual([])
    expect(
      CATALOGUE.idols.filter(isOpeningPiece).filter(({ metal }) => metal === 'Gold Plated'),
    ).toHaveLength(1)
  })

  // Shows 3.product.metal-price
  test.each(['rings', 'tops', 'sets', 'pendants', 'chains', 'mangal-sutra'] as const)(
    'No piece of %s has a fixed price: it follows its metal',
    (type) => {
      const pieces: readonly Product[] = CATALOGUE[type]
      expect(pieces.filter(({ fixedPrice }) => fixedPrice !== undefined).map(skuOf)).toEqual([])
    },
  )

  // Shows 2.card.bangle.price, D6.bangles
  test('Every bangle costs a whole number of dollars at ₹75', () => {
    expect(
      CATALOGUE.bangles.filter((bangle) => openingPrice(bangle).listPrice % 7500 !== 0).map(skuOf),
    ).toEqual([])
  })

  test('No fixed price of a precious metal lies below the metal in it', () => {
    const ratePerGram: Record<string, number> = {
      'Yellow Gold': 7300,
      Gold: 7300,
      'White Gold': 6000,
      'Rose Gold': 6000,
      Platinum: 5200,
      Silver: 100,
    }
    const odd = ALL_PRODUCTS.filter((piece) => {
      if (piece.fixedPrice === undefined || !('metal' in piece)) return false
      const metalValue = inGrams(piece.weightMg) * (ratePerGram[piece.metal] ?? 0)
      return piece.fixedPrice < rupees(metalValue)
    })
    expect(odd.map(skuOf)).toEqual([])
  })

  test('Eight to ten pieces of at least five types of the opening collection are on offer', () => {
    const offered = OPENING.filter(({ onOffer }) => onOffer)
    expect(offered.length).toBeGreaterThanOrEqual(8)
    expect(offered.length).toBeLessThanOrEqual(10)
    expect(new Set(offered.map(({ type }) => type)).size).toBeGreaterThanOrEqual(5)
  })

  // Shows D10.offer
  test('Every product on offer is in stock and costs less than before', () => {
    const odd = ALL_PRODUCTS.filter(
      (piece) =>
        piece.onOffer && !(piece.inStock && openingPrice(piece).amount < openingPrice(piece).listPrice),
    )
    expect(odd.map(skuOf)).toEqual([])
  })
})

describe('Stock, ratings and dates', () => {
  test('11 to 13 products of the opening collection are not in stock', () => {
    const away = OPENING.filter(({ inStock }) => !inStock).length
    expect(away).toBeGreaterThanOrEqual(11)
    expect(away).toBeLessThanOrEqual(13)
  })

  test.each(['sets', 'bracelets', 'bangles', 'anklet'] as const)(
    'One piece of %s in the opening collection is made to order',
    (type) => {
      const pieces = OPENING.filter((piece) => piece.type === type)
      expect(pieces.filter((piece) => availabilityOf(piece) === 'made to order')).toHaveLength(1)
    },
  )

  test('Rings, necklaces, earrings, pendants, gems and mangal sutras have sold-out products', () => {
    const soldOut = OPENING.filter((piece) => availabilityOf(piece) === 'sold out')
    expect([...new Set(soldOut.map(({ type }) => type))]).toEqual([
      'rings',
      'necklaces',
      'tops',
      'pendants',
      'gems',
      'mangal-sutra',
    ])
  })

  // Shows 3.product.rating
  test('Ratings lie between 3.9 and 5, with one decimal', () => {
    const odd = ALL_PRODUCTS.filter(
      ({ rating }) =>
        rating !== undefined && (rating < 3.9 || rating > 5 || Number(rating.toFixed(1)) !== rating),
    )
    expect(odd.map(skuOf)).toEqual([])
  })

  // Shows 3.product.idol, 3.product.anklet
  test('Only an idol or an anklet may be without a rating', () => {
    const unrated = ALL_PRODUCTS.filter(({ rating }) => rating === undefined)
    expect(unrated.filter(({ type }) => type !== 'idols' && type !== 'anklet').map(skuOf)).toEqual([])
    expect(unrated.filter(isOpeningPiece).map(({ type }) => type)).toEqual(['idols', 'anklet'])
  })

  // Shows 3.product.set, 3.product.anklet
  test.each(['sets', 'anklet'] as const)(
    'All %s of the opening collection but one carry a date of 2025 or 2026',
    (type) => {
      const pieces: readonly (Product & { readonly date?: string })[] = CATALOGUE[type].filter(isOpeningPiece)
      const dates = pieces.flatMap(({ date }) => (date === undefined ? [] : [date]))
      expect(dates).toHaveLength(pieces.length - 1)
      expect(dates.filter((date) => !isDayOf2025Or2026(date))).toEqual([])
    },
  )
})

describe('Selections of the home page', () => {
  // Shows 2.home.new-arrivals, 2.home.featured
  test('Four new arrivals and six featured products', () => {
    expect([NEW_ARRIVALS.length, FEATURED.length]).toEqual([4, 6])
  })

  test('Each exists and is in stock', () => {
    expect([...NEW_ARRIVALS, ...FEATURED].filter((key) => !OPENING_COLLECTION.find(key)?.inStock)).toEqual([])
  })

  test('Each is of another type', () => {
    expect(repeated([...NEW_ARRIVALS, ...FEATURED].map(({ type }) => type))).toEqual([])
  })

  test('None is a gem, whose card has no cart button', () => {
    expect([...NEW_ARRIVALS, ...FEATURED].map(({ type }) => type)).not.toContain('gems')
  })
})

describe('Finding a product', () => {
  // Shows D1.key
  test('By type and id: the first anklet is not the first earring', () => {
    expect(OPENING_COLLECTION.find({ type: 'anklet', id: 1 })?.name).toBe('Ghungroo Silver Payal')
    expect(OPENING_COLLECTION.find({ type: 'tops', id: 1 })?.name).toBe('Ranjani Kundan Jhumka')
  })

  test('An unknown id finds nothing', () => {
    expect(OPENING_COLLECTION.find({ type: 'rings', id: 99_999 })).toBeUndefined()
    expect(OPENING_COLLECTION.find({ type: 'anklet', id: 99_999 })).toBeUndefined()
  })

  test('The whole catalogue follows the order of the types', () => {
    expect([...new Set(ALL_PRODUCTS.map(({ type }) => type))]).toEqual(PRODUCT_TYPES)
  })
})

test('The braided band of 5 g costs ₹41,245.00', () => {
  expect(CATALOGUE.rings.filter(({ id }) => id === 830).map((ring) => openingPrice(ring).amount)).toEqual([
    paise(4_124_500),
  ])
})

function wordOf(piece: Product, field: string): string {
  return String(Object.entries(piece).find(([name]) => name === field)?.[1])
}

function wordsOf(piece: Product): string {
  return [piece.name, piece.description, ...('features' in piece ? piece.features : [])].join('\n')
}

function repeated(words: readonly string[]): readonly string[] {
  return words.filter((word, place) => words.indexOf(word) !== place)
}

function isDayOf2025Or2026(date: string): boolean {
  return /^202[56]-\d\d-\d\d$/.test(date) && new Date(date).toISOString().startsWith(date)
}

describe('the text of a picture', () => {
  const texts = ALL_PRODUCTS.flatMap(({ pictures }) => pictures)

  test('is unique', () => {
    expect(new Set(texts).size).toBe(ALL_PRODUCTS.length * 2)
  })
  test('is one line and does not say that it is a picture', () => {
    const odd = texts.filter(
      (text) => text.length < 40 || text.length > 140 || /\b(?:image|picture|photo)/i.test(text),
    )
    expect(odd).toEqual([])
  })
  test('is more than the name of the product', () => {
    const bare = ALL_PRODUCTS.filter(({ name, pictures }) => pictures.some((words) => name.includes(words)))
    expect(bare.map(skuOf)).toEqual([])
  })
})
