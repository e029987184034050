import { rupees } from '#domain/money.ts'
import { grams, type Anklet } from '#domain/product.ts'

export const anklet: readonly Anklet[] = [
  {
    type: 'anklet',
    id: 1,
    name: 'Ghungroo Silver Payal',
    description:
      'A pair of silver payals woven as a flat plait, with a ghungroo bell at every second link. The sound is soft and rounded, not sharp. Each closes with a screw that stays put while you walk; the weight and the price are for the pair.',
    pictures: [
      'Pair of silver payals, flat plaits edged with small round bells, each closed with a screw',
      'Closer on the silver plait on a dark ground, its screw clasp and the ghungroo bells along its edge',
    ],
    category: 'Traditional',
    metal: 'Silver',
    style: 'Classic',
    weightMg: grams(62),
    fixedPrice: rupees(7_250),
    date: '2025-03-30',
    rating: 4.8,
    inStock: true,
  },
  {
    type: 'anklet',
    id: 2,
    name: 'Taarika Chain Anklet',
    description:
      'A single fine silver chain with five little polished stars set along it, for one ankle. It is adjustable over an inch and light enough for the beach. There are no bells, so it keeps quiet at work and under trousers.',
    pictures: [
      'Fine silver anklet chain lying in an oval, with five small polished stars',
      'Closer on three stars along the fine silver chain',
    ],
    category: 'Modern',
    metal: 'Silver',
    style: 'Minimal',
    weightMg: grams(9),
    fixedPrice: rupees(1_150),
    date: '2026-04-12',
    rating: 4.2,
    inStock: true,
  },
  {
    type: 'anklet',
    id: 3,
    name: 'Mor Meenakari Payal',
    description:
      'A pair of silver payals with small enamelled peacocks in blue and green, linked beak to tail by fine chains. Silver drops hang below each bird. The enamel is fired and smooth to the touch; the weight and the price are for the pair.',
    pictures: [
      'A pair of silver payals with enamelled peacocks in blue and green, one behind the other, three small drops below each bird',
      'Closer on the peacocks on a dark ground, linked beak to tail by fine chains, silver drops below each',
    ],
    category: 'Traditional',
    metal: 'Silver',
    style: 'Meenakari',
    weightMg: grams(45),
    fixedPrice: rupees(5_900),
    date: '2025-09-08',
    rating: 4.6,
    inStock: true,
    onOffer: true,
  },
  {
    type: 'anklet',
    id: 4,
    name: 'Rani Bridal Paizeb',
    description:
      'Broad paizebs for the bride: a net of silver links two fingers wide, set with red and white glass stones and fringed with ghungroo along the whole edge. Heavy, supple and clearly heard on the stairs. The weight and the price are for the pair.',
    pictures: [
      'Pair of broad silver paizebs, a net of links with red and white stones, fringed with bells',
      'Closer on the silver net on a dark ground, red and white glass in rows, bells along its edge',
    ],
    category: 'Bridal',
    metal: 'Silver',
    style: 'Statement',
    weightMg: grams(80),
    fixedPrice: rupees(9_850),
    date: '2025-11-01',
    rating: 4.7,
    inStock: false,
  },
  {
    type: 'anklet',
    id: 5,
    name: 'Samudra Shell Anklet',
    description:
      'Three small cowrie shapes and a row of round beads on a double chain of silver, gold plated throughout. It is worn on one ankle and adjusts over an inch. Take it off before a swim: plating lasts longest when it stays dry.',
    pictures: [
      'Gold-plated anklet of double chain with three cowrie shapes and a row of round beads',
      'Closer on the three golden cowries on a dark ground, each with its toothed slit',
    ],
    category: 'Modern',
    metal: 'Gold Plated',
    style: 'Bohemian',
    weightMg: grams(14),
    fixedPrice: rupees(2_400),
    inStock: true,
  },
]
