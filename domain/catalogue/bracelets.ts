import { rupees } from '#domain/money.ts'
import { grams, type Bracelet } from '#domain/product.ts'

export const bracelets: readonly Bracelet[] = [
  {
    type: 'bracelets',
    id: 200,
    name: 'Akash Ganga Tennis Bracelet',
    description:
      'Fifty round diamonds, 2.00 ct in all, run around the wrist in a single flexible line of 18K white gold. Every stone has four prongs and its own hinged link. A tongue clasp with a figure-of-eight catch keeps it safe.',
    pictures: [
      'White gold tennis bracelet lying in an oval, one unbroken line of round diamonds',
      'Closer along the line of diamonds on a dark ground, each stone in prongs of its own',
    ],
    category: 'Classic',
    metal: 'White Gold',
    style: 'Tennis',
    weightMg: grams(10.5),
    fixedPrice: rupees(105_000),
    rating: 4.9,
    inStock: true,
  },
  {
    type: 'bracelets',
    id: 201,
    name: 'Rajasi Meenakari Cuff',
    description:
      'A wide open cuff of 22K yellow gold with a garden in enamel across it: white ground, red poppies, green leaves, each outlined by a thin wall of gold. The ends are rounded lotus buds. The inside is polished, and it gives a little to slip over the wrist.',
    pictures: [
      'Wide open gold cuff with red enamel poppies and green leaves on a white ground',
      'The enamelled cuff on its two ends on a dark ground, gold walls round every petal and leaf, its polished inside in view',
    ],
    category: 'Traditional',
    metal: 'Yellow Gold',
    style: 'Cuff',
    weightMg: grams(22),
    fixedPrice: rupees(188_000),
    rating: 4.7,
    inStock: true,
  },
  {
    type: 'bracelets',
    id: 202,
    name: 'Kadi Link Bracelet',
    description:
      'Long oval links of 18K rose gold alternate with small round ones, all polished and slightly flattened so that they lie well on the wrist. The clasp is a plain lobster. It is worn alone, or next to a watch.',
    pictures: [
      'Rose gold bracelet lying in an oval, long oval links alternating with small round ones',
      'Closer on the polished rose gold links on a dark ground, lying at angles to one another',
    ],
    category: 'Modern',
    metal: 'Rose Gold',
    style: 'Chain',
    weightMg: grams(8.2),
    fixedPrice: rupees(55_900),
    rating: 4.4,
    inStock: true,
    onOffer: true,
  },
  {
    type: 'bracelets',
    id: 203,
    name: 'Panchi Charm Bracelet',
    description:
      'Five charms hang from a sturdy silver chain: a sparrow, a leaf, a mango, a bell and a small blue enamel disc against the evil eye. Each swings from its own ring, so one can be added or taken off. Closes with a toggle bar.',
    pictures: [
      'Silver charm bracelet lying in an oval with a sparrow, a leaf, a mango, a bell and a blue enamel eye',
      'Closer on the silver charms on a dark ground, each hanging from its own small ring',
    ],
    category: 'Designer',
    metal: 'Silver',
    style: 'Charm',
    weightMg: grams(19),
    fixedPrice: rupees(2_450),
    rating: 4.1,
    inStock: false,
  },
  {
    type: 'bracelets',
    id: 204,
    name: 'Suryakiran Statement Bracelet',
    description:
      'A sunburst of 22K yellow gold, its rays cut to different lengths, crowns a broad band of seven hinged plates. A citrine cabochon sits at the centre and lines of rava grains follow the rays. A bold piece for one bare arm.',
    pictures: [
      'Broad gold bracelet with a sunburst of uneven rays round an amber-coloured citrine dome',
      'The sunburst turned, on a dark ground, the hinged plates of the band behind its rays',
    ],
    category: 'Designer',
    metal: 'Yellow Gold',
    style: 'Statement',
    weightMg: grams(28),
    fixedPrice: rupees(236_000),
    rating: 4.6,
    inStock: true,
  },
]
