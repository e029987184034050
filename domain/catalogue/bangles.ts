import { rupees, type Paise } from '#domain/money.ts'
import { grams, type Bangle } from '#domain/product.ts'
import { BANGLE_RUPEES_PER_DOLLAR } from '#domain/shop.ts'

/** Bangles are listed in dollars and sold in rupees (D6). */
function listedAt(dollars: number): Paise {
  return rupees(dollars * BANGLE_RUPEES_PER_DOLLAR)
}

export const bangles: readonly Bangle[] = [
  {
    type: 'bangles',
    id: 100,
    name: 'Swarn Nakshi Kada',
    description:
      'A single broad kada of gold with a band of nakshi relief around it: lotus, leaf and lotus again, raised from behind and sharpened from the front. Two rows of rava grains edge the band. It opens with a hinge and closes with a screw.',
    pictures: [
      'Broad gold kada lying flat, a creeper of lotus and leaf raised all round it between rows of gold grains',
      'Close on the nakshi band on a dark ground, lotus after lotus in the bends of a winding creeper',
    ],
    category: 'Traditional',
    metal: 'Gold',
    style: 'Classic',
    sizeInches: 2.6,
    weightMg: grams(17.5),
    fixedPrice: listedAt(1925),
    rating: 4.9,
    inStock: true,
  },
  {
    type: 'bangles',
    id: 101,
    name: 'Nawabi Filigree Kangan',
    description:
      'A gold kangan made of open scrolls of twisted wire between two plain rims, like lace drawn around the wrist. Small gold grains close every curl. Lucknow taste of a hundred years ago, made to slip on in one piece.',
    pictures: [
      'Gold kangan of open wire scrolls between two plain rims, like lace about the wrist',
      'Close on the filigree on a dark ground, the dark showing through its twisted scrolls',
    ],
    category: 'Traditional',
    metal: 'Gold',
    style: 'Vintage',
    sizeInches: 2.4,
    weightMg: grams(12),
    fixedPrice: listedAt(1325),
    rating: 4.6,
    inStock: true,
  },
  {
    type: 'bangles',
    id: 102,
    name: 'Nitya Gold Churi Pair',
    description:
      'Two slim round gold bangles for every day, with a diamond-cut facet pattern that sparkles without any stone. They make the small clear sound that tells a house someone is home. The weight and the price are for the pair.',
    pictures: [
      'Two slim round gold bangles seen from above, one leaning on the other, glinting with cut facets',
      'Close on the two gold bangles where they cross, on a dark ground, diamond-cut lozenges along both',
    ],
    category: 'Casual',
    metal: 'Gold',
    style: 'Classic',
    sizeInches: 2.4,
    weightMg: grams(10),
    fixedPrice: listedAt(1105),
    rating: 4.8,
    inStock: true,
  },
  {
    type: 'bangles',
    id: 103,
    name: 'Chandi Gol Kada',
    description:
      'A plain round kada of solid silver, five millimetres thick, smooth all the way and open at the ends with two polished knobs. It is worn by men and women alike, and gathers its own fine lines over the years.',
    pictures: [
      'Thick, plain round silver kada, open at the front with a polished knob at each end',
      'Close on the two polished knobs of the silver kada on a dark ground, each with a collar behind it',
    ],
    category: 'Casual',
    metal: 'Silver',
    style: 'Classic',
    sizeInches: 2.8,
    weightMg: grams(42),
    fixedPrice: listedAt(65),
    rating: 4.3,
    inStock: true,
  },
  {
    type: 'bangles',
    id: 104,
    name: 'Gulmohar Rose Gold Bangle',
    description:
      'An oval bangle of 18K rose gold that crosses over itself, each end finished with a small gulmohar flower of five petals. One flower is satin and one is polished. A hidden hinge at the side lets it close snugly on the wrist.',
    pictures: [
      'Oval rose gold bangle that crosses over itself, a five-petalled flower at each end',
      'The crossing close on a dark ground, one flower satin and one polished',
    ],
    category: 'Modern',
    metal: 'Rose Gold',
    style: 'Modern',
    sizeInches: 2.4,
    weightMg: grams(11),
    fixedPrice: listedAt(1000),
    rating: 4.5,
    inStock: true,
    onOffer: true,
  },
  {
    type: 'bangles',
    id: 105,
    name: 'Himgiri Platinum Bangle',
    description:
      'A narrow platinum bangle with a triangular profile: two brushed slopes meet in one polished ridge that runs all the way round. It is solid and slips on whole. Cool on the skin, white, and quiet beside a watch.',
    pictures: [
      'Narrow platinum bangle lying flat, two brushed slopes meeting in a polished ridge',
      'The platinum bangle on a dark ground, its front close: two brushed slopes and the bright ridge between them',
    ],
    category: 'Modern',
    metal: 'Platinum',
    style: 'Modern',
    sizeInches: 2.6,
    weightMg: grams(15),
    fixedPrice: listedAt(1180),
    rating: 4.4,
    inStock: true,
  },
  {
    type: 'bangles',
    id: 106,
    name: 'Padma Bud Kada',
    description:
      'An open gold kada with a twisted shank, ending in two lotus buds that face each other across the wrist. The buds carry red enamel between their petals, and a collar of rava grains marks where each begins. A bride’s kada, made to be passed on.',
    pictures: [
      'Open gold kada with a twisted shank, ending in two lotus buds that face each other',
      'The two lotus buds from above on a dark ground, red enamel between their gold petals',
    ],
    category: 'Traditional',
    metal: 'Gold',
    style: 'Vintage',
    sizeInches: 2.6,
    weightMg: grams(17.8),
    fixedPrice: listedAt(1990),
    rating: 4.7,
    inStock: false,
  },
  {
    type: 'bangles',
    id: 107,
    name: 'Neel Kamal Enamel Bangle',
    description:
      'Blue lotuses and green leaves in meenakari run around a flat silver bangle, with a thin bright rim on both sides. The enamel is fired and polished smooth, so it never catches on a sleeve. Slips on whole.',
    pictures: [
      'Flat silver bangle, blue lotuses and green leaves in domed enamel joined by a silver stem, between polished rims',
      'Closer on the enamel on a dark ground: lotuses, buds and leaves on their silver stem between bright rims',
    ],
    category: 'Traditional',
    metal: 'Silver',
    style: 'Vintage',
    sizeInches: 2.6,
    weightMg: grams(30),
    fixedPrice: listedAt(52),
    rating: 4.2,
    inStock: true,
  },
  {
    type: 'bangles',
    id: 108,
    name: 'Taar Twisted Bangle',
    description:
      'Two wires of 18K rose gold, one plain and one finely beaded, are twisted around each other into a light, springy bangle. It slips on whole and stacks well with glass churis. A good first gold bangle for a young wrist.',
    pictures: [
      'Slender rose gold bangle of one plain and one beaded wire twisted together',
      'Closer on the twisted bangle on a dark ground, beads and smooth wire turning about each other',
    ],
    category: 'Casual',
    metal: 'Rose Gold',
    style: 'Modern',
    sizeInches: 2.2,
    weightMg: grams(7),
    fixedPrice: listedAt(640),
    rating: 4.4,
    inStock: true,
  },
]
