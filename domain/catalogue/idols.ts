import { rupees } from '#domain/money.ts'
import { grams, type Idol } from '#domain/product.ts'

export const idols: readonly Idol[] = [
  {
    type: 'idols',
    id: 1000,
    name: 'Shivling with Naga',
    description:
      'A smooth lingam of solid bronze rises from its yoni base, and a naga coils once around it with its hood raised as a canopy. The lingam has a satin finish and the scales of the naga are engraved. Water runs off through the channel of the base, so abhishek is possible.',
    pictures: [
      'Bronze Shivling on its round base, a naga coiled about it with its hood raised above',
      'The Shivling from another side and higher on a dark ground, the naga’s coils and the base in view',
    ],
    category: 'Religious',
    metal: 'Bronze',
    style: 'Traditional',
    size: 'Large',
    heightInches: 8,
    weightMg: grams(2_600),
    rating: 4.9,
    inStock: true,
  },
  {
    type: 'idols',
    id: 1001,
    name: 'Kurma on Lotus',
    description:
      'A small silver tortoise, the kurma that bore the mountain, rests on a round lotus base. Its shell is engraved with a pattern of thirteen plates and the petals below have a soft satin finish. Kept by the door or in the puja room, facing in.',
    pictures: [
      'Silver tortoise on a round lotus base, thirteen plates engraved on its shell',
      'The silver tortoise from another side and higher, its head lifted over the lotus petals, on a dark ground',
    ],
    category: 'Traditional',
    metal: 'Silver',
    style: 'Traditional',
    size: 'Small',
    heightInches: 1.6,
    weightMg: grams(120),
    rating: 4.6,
    inStock: true,
  },
  {
    type: 'idols',
    id: 1002,
    name: 'Padma Lotus Diya',
    description:
      'An oil lamp in the shape of an open lotus, sixteen petals in two rows around a deep bowl with one lip for the wick. It is cast in brass and gold plated, on a footed stem. Wipe it with a soft dry cloth; polish would wear the plating.',
    pictures: [
      'Gilded lotus lamp on a footed stem, two rows of petals round a bowl with a wick in its lip',
      'The lotus lamp from higher up on a dark ground, looking past the petals into the bowl',
    ],
    category: 'Decorative',
    metal: 'Gold Plated',
    style: 'Classic',
    size: 'Medium',
    heightInches: 4.5,
    weightMg: grams(480),
    fixedPrice: rupees(4_800),
    rating: 4.4,
    inStock: true,
  },
  {
    type: 'idols',
    id: 1003,
    name: 'Mangal Kalash',
    description:
      'A rounded silver kalash with a swastika in low relief and a collar of five mango leaves, crowned by a silver coconut that lifts off. Bands of rope and bead encircle the belly. For griha pravesh, for Diwali and for the home shrine.',
    pictures: [
      'Silver kalash with a swastika in relief, mango leaves at its neck and a coconut on top',
      'The kalash from another side and higher, bands of rope and bead round its belly, the leaves spread out, on a dark ground',
    ],
    category: 'Religious',
    metal: 'Silver',
    size: 'Medium',
    heightInches: 5,
    weightMg: grams(310),
    inStock: true,
  },
]
