import { grams, type Earring } from '#domain/product.ts'

/** Weights are of the pair. */
export const tops: readonly Earring[] = [
  {
    type: 'tops',
    id: 1,
    name: 'Ranjani Kundan Jhumka',
    description:
      'Bell-shaped jhumkas in 22K yellow gold, each hung from a round flower top. White kundan stones are set in gold foil around the dome, with a line of green ones between, and a fringe of small pearls moves at the rim. Screw backs hold the weight safely.',
    pictures: [
      'Pair of gold jhumkas hanging: flower tops with white and green stones, domed bells, a fringe of small pearls',
      'Closer on the kundan bells from one side: rows of white and green stones on ribbed gold, pearls at the rim',
    ],
    category: 'Drop',
    metal: 'Yellow Gold',
    style: 'Traditional',
    weightMg: grams(18.6),
    rating: 4.9,
    inStock: true,
  },
  {
    type: 'tops',
    id: 2,
    name: 'Saptarishi Star Studs',
    description:
      'Seven small white topazes, one in the middle and six around it, make a little star in 18K white gold. The stones share fine prongs, so each stud reads as a single point of light. Flat at the back and comfortable through the night.',
    pictures: [
      'Pair of white gold studs, each with seven small white topazes gathered into a star',
      'The star studs closer and from one side, the fine shared prongs and the posts in view',
    ],
    category: 'Stud',
    metal: 'White Gold',
    style: 'Classic',
    weightMg: grams(3.2),
    rating: 4.5,
    inStock: true,
  },
  {
    type: 'tops',
    id: 3,
    name: 'Rava Bali Hoops',
    description:
      'Round balis of 22K yellow gold with a row of rava, tiny gold grains soldered one by one, along the outer edge. The inner side is polished smooth. A hinged wire closes into the hoop, so there is no back to lose.',
    pictures: [
      'Pair of round gold hoops with a row of tiny gold grains along the outer edge',
      'The gold hoops closer and turned: lines of grains outside, a smooth polished inside',
    ],
    category: 'Hoop',
    metal: 'Yellow Gold',
    style: 'Classic',
    weightMg: grams(6.5),
    rating: 4.6,
    inStock: true,
  },
  {
    type: 'tops',
    id: 4,
    name: 'Begum Chandbali',
    description:
      'Broad crescent moons of 22K yellow gold with an openwork trellis, red kemp stones along the inner curve and a smaller crescent swinging inside. A fringe of freshwater pearls and gold beads hangs below. A fine sahara chain takes some of the weight over the ear.',
    pictures: [
      'Pair of broad gold chandbalis: openwork crescents with red stones and a fringe of pearls and gold beads',
      'Closer on the crescents from one side: wire scrolls, red kemp stones, a smaller moon within',
    ],
    category: 'Chandelier',
    metal: 'Yellow Gold',
    style: 'Traditional',
    weightMg: grams(22),
    rating: 4.8,
    inStock: true,
  },
  {
    type: 'tops',
    id: 5,
    name: 'Gulnaar Petal Drops',
    description:
      'A pear-shaped rhodolite garnet hangs inside an open petal of 18K rose gold and turns a little as you speak. The ear wire is a plain curve with a catch. Raspberry red against warm metal, in a size for daytime.',
    pictures: [
      'Pair of rose gold drops, a raspberry-red pear-shaped garnet hanging inside each open petal',
      'The petal drops closer and from one side, the garnets held by fine prongs under plain ear wires',
    ],
    category: 'Drop',
    metal: 'Rose Gold',
    style: 'Contemporary',
    weightMg: grams(4.8),
    rating: 4.4,
    inStock: true,
  },
  {
    type: 'tops',
    id: 6,
    name: 'Banjara Silver Jhumki',
    description:
      'Oxidised silver jhumkis with a ribbed dome, a band of dots and triangles around it, and nine little ghungroo bells at the rim. They ring very softly when you turn your head. Dark in the hollows and bright on the raised lines, as village silver is.',
    pictures: [
      'Pair of darkened silver jhumkis with ribbed domes, a band of dots and triangles, and small bells at the rim',
      'Closer on the oxidised silver domes from one side: dark hollows, bright ridges, ghungroo bells below',
    ],
    category: 'Drop',
    metal: 'Silver',
    style: 'Traditional',
    weightMg: grams(15.5),
    rating: 4.3,
    inStock: true,
    onOffer: true,
  },
  {
    type: 'tops',
    id: 7,
    name: 'Valaya Platinum Hoops',
    description:
      'Slim oval hoops in platinum with a flat outer face, brushed on one side and polished on the other, so that a half turn changes the look. They close with a hinged post and a firm click. Plain, white and light on the lobe.',
    pictures: [
      'Pair of slim oval platinum hoops with a flat outer face',
      'The oval platinum hoops closer and turned, a brushed side and a polished one',
    ],
    category: 'Hoop',
    metal: 'Platinum',
    style: 'Modern',
    weightMg: grams(5.6),
    rating: 4.5,
    inStock: false,
  },
  {
    type: 'tops',
    id: 8,
    name: 'Jharokha Filigree Chandeliers',
    description:
      'A Rajasthani window in miniature: a cusped arch of silver filigree, filled with a fine scroll trellis, with five leaf drops hung from its sill. The wire is twisted and left bright. Large to the eye, and much lighter than it looks.',
    pictures: [
      'Pair of large silver filigree earrings shaped as arched windows, five leaf drops below each sill',
      'Closer on the silver windows from one side: twisted scrolls, round grains and hanging leaves',
    ],
    category: 'Chandelier',
    metal: 'Silver',
    style: 'Contemporary',
    weightMg: grams(19),
    rating: 4.2,
    inStock: true,
  },
  {
    type: 'tops',
    id: 9,
    name: 'Mukta Pearl Studs',
    description:
      'A button-shaped freshwater pearl of seven millimetres sits in a shallow cup of 22K yellow gold, ringed with a single line of gold grains. Screw posts keep the pair in place. The tops a girl is given at sixteen and still wears at sixty.',
    pictures: [
      'Pair of pearl studs, each button-shaped pearl in a shallow gold cup ringed with gold grains',
      'The pearl studs closer and from one side, showing the cup, its line of grains and the screw post',
    ],
    category: 'Stud',
    metal: 'Yellow Gold',
    style: 'Modern',
    weightMg: grams(3.8),
    rating: 4.7,
    inStock: true,
  },
]
