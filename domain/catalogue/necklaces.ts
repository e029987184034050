import { rupees } from '#domain/money.ts'
import { grams, type Necklace } from '#domain/product.ts'

/** The two necklaces with many diamonds have a fixed price. */
export const necklaces: readonly Necklace[] = [
  {
    type: 'necklaces',
    id: 601,
    name: 'Kamala Kasu Haar',
    description:
      'A long haar of overlapping 22K gold coins, each struck with an open lotus and hung from a flat woven band. A round lotus pendant with red kemp stones and a fringe of gold beads closes the centre. It falls below a silk blouse’s neckline, as a temple haar should.',
    pictures: [
      'Long gold coin haar worn on dark velvet shoulders, a round lotus pendant with red stones at its centre',
      'The coin haar from one side on velvet shoulders: overlapping gold coins, the fringed lotus pendant at its foot',
    ],
    category: 'Statement',
    metal: 'Yellow Gold',
    style: 'Traditional',
    lengthInches: 24,
    weightMg: grams(34),
    rating: 4.9,
    inStock: true,
  },
  {
    type: 'necklaces',
    id: 602,
    name: 'Chandni Diamond Choker',
    description:
      'A supple choker of 18K white gold made of small crescent links, each carrying a line of round diamonds, 4.00 ct in all. The middle seven crescents are larger and hang a single drop each. The back is a plain adjustable chain with a safety clasp.',
    pictures: [
      'White gold choker of diamond-set crescents worn on dark velvet shoulders, drops under the larger ones',
      'The crescent choker from one side on velvet shoulders, its larger moons and their drops in the middle',
    ],
    category: 'Choker',
    metal: 'White Gold',
    style: 'Classic',
    lengthInches: 15,
    weightMg: grams(22),
    fixedPrice: rupees(218_000),
    rating: 4.8,
    inStock: true,
  },
  {
    type: 'necklaces',
    id: 603,
    name: 'Shabnam Moonstone Necklace',
    description:
      'An oval moonstone with a blue sheen hangs in a plain silver bezel from a fine cable chain. A small crescent above the stone hides the bail. Light, cool on the skin, and easy with a cotton kurta or an office shirt.',
    pictures: [
      'Oval moonstone with a blue sheen in a plain silver bezel, a small crescent above it, on a fine chain',
      'Closer on the moonstone on a dark ground, its crescent above it and the fine silver chain to either side',
    ],
    category: 'Pendant',
    metal: 'Silver',
    style: 'Contemporary',
    lengthInches: 18,
    weightMg: grams(9.5),
    rating: 4,
    inStock: true,
  },
  {
    type: 'necklaces',
    id: 604,
    name: 'Bela Vine Lariat',
    description:
      'A fine rope of 18K rose gold passes through a ring of small leaves and falls in two uneven ends, each finished with a white freshwater pearl. There is no clasp: draw it closer or let it hang. Eleven tiny leaves climb one side of the rope.',
    pictures: [
      'Rose gold rope laid in two rounds and drawn through a ring of leaves, its two uneven ends tipped with white pearls',
      'The two ends of the lariat closer, each rope tipped with a white pearl below the ring of leaves',
    ],
    category: 'Lariat',
    metal: 'Rose Gold',
    style: 'Contemporary',
    lengthInches: 26,
    weightMg: grams(14.5),
    rating: 4.4,
    inStock: false,
  },
  {
    type: 'necklaces',
    id: 605,
    name: 'Himani Snowdrop Necklace',
    description:
      'Three round diamonds in plain platinum bezels, 0.60 ct in all, hang one below the other like drops on a thread. The platinum chain is a slim square box that does not twist. A small bar at the back holds two lengths.',
    pictures: [
      'Three round diamonds in plain platinum bezels hanging one below the other, the largest last',
      'Closer on the three bezel-set diamonds on a dark ground, the slim box chain running up to either side',
    ],
    category: 'Pendant',
    metal: 'Platinum',
    style: 'Modern',
    lengthInches: 18,
    weightMg: grams(12),
    fixedPrice: rupees(82_000),
    rating: 4.6,
    inStock: true,
  },
]
