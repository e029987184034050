/** The three posts of the blog. A post has between 500 and 800 words. */
import type { ProductKey } from '#domain/product.ts'

export interface BlogPost {
  readonly id: number
  readonly title: string
  readonly excerpt: string
  readonly content: readonly Block[]
  /** ISO date. */
  readonly date: string
  readonly author: string
  /** A wide picture of the home page. */
  readonly picture: { readonly name: `home-${number}`; readonly alt: string }
  /** Shown below the text. */
  readonly pieces: readonly ProductKey[]
}

export interface Block {
  readonly kind: 'heading' | 'paragraph'
  readonly text: string
}

export function findBlogPost(id: number): BlogPost | undefined {
  return BLOG_POSTS.find((post) => post.id === id)
}

export const BLOG_POSTS: readonly BlogPost[] = [
  {
    id: 1,
    title: 'From Sketch to Setting: How a Jewel Is Designed',
    excerpt:
      'Why a good ring starts with the hand that will wear it, what the hardness of a stone decides, and what to look for from the side and from behind.',
    date: '2024-02-12',
    author: 'The Swarnika workshop',
    picture: { name: 'home-2', alt: 'A platinum solitaire and a diamond halo ring on two marble plinths' },
    pieces: [
      { type: 'rings', id: 810 },
      { type: 'rings', id: 820 },
      { type: 'tops', id: 1 },
      { type: 'rings', id: 801 },
    ],
    content: [
      paragraph(
        'People often imagine that a jewel begins with a beautiful drawing. In our trade it begins with three dull questions. Who will wear it, how often, and with what? A ring for every day and a ring for weddings may share a stone and a motif, and still they are two different objects. The drawing comes after the answers.',
      ),
      heading('Start from the wearer'),
      paragraph(
        'A person who types, cooks or carries children needs a low setting, rounded edges and nothing that catches on a dupatta. Someone who wants a cocktail ring for a dozen evenings a year can have height, drama and sharp points. The same is true of earrings: up to about ten grams a pair is comfortable for a full day, and beyond that the ear needs help, from a broad screw back or from a sahara chain that passes over the ear and carries part of the weight.',
      ),
      paragraph(
        'Proportion comes next. A band that looks slim on a broad hand can look heavy on a narrow one. A haar should end where the blouse leaves room for it. When we draw a necklace we draw the neckline too.',
      ),
      heading('Let the metal do what it does well'),
      paragraph(
        'Gold of 22 carats is rich in colour and soft. It is lovely for relief, granulation, beads and broad surfaces, and it is the metal of temple work and kundan. Gold of 18 carats holds a quarter of other metals, which makes it harder, so slim prongs and fine bands last longer in it. White and rose gold are made at that fineness for the same reason. Platinum is dense and tough and stays white without plating, which is why it suits a solitaire that is never taken off. Silver is generous: a large design that would cost as much as a car in gold costs as much as a dinner in silver.',
      ),
      heading('Ask the stone how it wants to be held'),
      paragraph(
        'The hardness of a stone, on the scale of Friedrich Mohs, tells how well it resists scratches. Diamond stands at 10, ruby and sapphire at 9, and dust in the street, which is mostly quartz, at 7. Anything softer than dust will lose its polish on a finger sooner or later. Emerald is hard enough, but brittle because of its inclusions, so we like a bezel, a full collar of metal, around it. Pearls and turquoise are soft and dislike soap, perfume and heat; they are happier at the ear or the throat than on the hand.',
      ),
      paragraph(
        'The setting also decides how much light a stone receives. Prongs leave it open from all sides and show it at its brightest. A bezel protects it and gives a calmer, more graphic look. In kundan the stone lies in a closed bed with foil behind it, and the foil returns the light. None of these is better. They are different answers to the question of how the piece will live.',
      ),
      heading('Motifs with a reason'),
      paragraph(
        'Indian jewellery has a vocabulary that everybody can read: the lotus that stays clean in muddy water, the peacock that announces rain, the mango that promises plenty, the swan that tells milk from water. A motif works when its shape helps the piece. A peacock’s tail is a natural fan for the top of a ring. A lotus is a natural cup for a stone. When a motif has to be squeezed into a shape that does not suit it, we leave it out.',
      ),
      heading('What to look for in the shop'),
      paragraph(
        'Turn the piece over. The back of a good jewel is finished as carefully as the front: smooth edges, no rough solder, clean openings behind the stones, perhaps a flower in meenakari that only the wearer knows about. Run a fingertip along every prong; none should scratch. Close the clasp and pull gently. Let a necklace hang from your hand and see whether it falls straight. Wear the earrings for ten minutes while you look at other things.',
      ),
      paragraph(
        'Then look at the weight and at how the price is made up, line by line: metal, stones, making charge and tax. A design is finished when there is nothing on it that you would be sorry to pay for.',
      ),
    ],
  },
  {
    id: 2,
    title: 'Jewellery Trends of 2024: Lighter Gold, Older Motifs',
    excerpt:
      'Less weight and more meaning: six things that people asked for across the counter in 2024, and how to wear them in the years after.',
    date: '2024-11-25',
    author: 'The Swarnika showroom',
    picture: {
      name: 'home-8',
      alt: 'Enamelled gold cuff and a line of diamonds on marble plinths, two gold bracelets before them',
    },
    pieces: [
      { type: 'tops', id: 8 },
      { type: 'rings', id: 824 },
      { type: 'sets', id: 902 },
      { type: 'mangal-sutra', id: 502 },
    ],
    content: [
      paragraph(
        'Gold set one record after another in 2024. The Union Budget in July lowered the import duty from 15 to 6 per cent and gave buyers a short pause, and then the price climbed again. It is no surprise that the year’s fashions had much to do with weight. What did surprise us was how traditional they were at the same time. Here are six things that people asked for, and what we think will last.',
      ),
      heading('1. Light pieces that look complete'),
      paragraph(
        'Openwork, filigree and hollow beads give a large outline with little metal. A filigree chandelier earring can be as wide as a child’s palm and still weigh less than a solid stud pair with screws. If you choose openwork, hold it against the light and look for wires that are joined at every crossing. Lightness should come from air in the design, not from metal too thin to keep its shape.',
      ),
      heading('2. Gold of 18 carats for every day'),
      paragraph(
        'For a long time 22 carats was the only gold that counted in an Indian home. In 2024 many younger buyers chose 18 carats for the pieces they wear to work. It is harder, it costs less per gram, and it comes in white and rose as well as yellow. For a wedding set, and for anything bought partly as savings, 22 carats remains the natural choice.',
      ),
      heading('3. Temple work, worn with a shirt'),
      paragraph(
        'Kemp stones, swans, lotus borders and granulated beads left the bridal trousseau and went to the office. The secret is to wear one piece at a time. A short temple pendant or a pair of small jhumkis with a plain cotton shirt looks deliberate; the whole set with the same shirt looks like a costume. A soft antique finish helps, because it takes away the glare.',
      ),
      heading('4. Colour with a character'),
      paragraph(
        'Buyers looked past the four classic stones. Rhodolite garnet, tanzanite, peridot, blue topaz and pink tourmaline give clear, strong colour at prices that allow a decent size. They differ in hardness, so put the softer ones in pendants and earrings and keep the harder ones for rings. Ask whether a stone has been heated or oiled. Most treatments are customary and nothing to fear, but a buyer should be told of them.',
      ),
      heading('5. The short mangal sutra'),
      paragraph(
        'The mangal sutra went on growing shorter and slimmer: a fine chain of eighteen inches or so, a few black beads and one small centre, be it a solitaire, a flower or a crescent. Many brides now own two, a long traditional one for family occasions and a short one for the other three hundred days. It is a sensible division, and it keeps the heavy piece in good condition.',
      ),
      heading('6. Men’s jewellery, quietly'),
      paragraph(
        'Signet rings, brushed platinum bands, a plain silver kada, a chain of some thickness: men bought more for themselves and with more thought. What sells is simple in outline and heavy in the hand. Texture takes the place of stones. Hammered, brushed and twisted surfaces also hide the scratches that a man’s ring is sure to collect.',
      ),
      heading('What will last'),
      paragraph(
        'Fashions pass, and jewellery is meant to stay. Before you follow a trend, try three small tests. Would you wear the piece with at least five things that you already own? Can it be repaired and resized by any competent goldsmith? Would you still like it if nobody recognised the fashion? Two of the six above pass easily: light pieces that are well built, and the mangal sutra that suits its wearer. Colour passes when the colour is yours.',
      ),
      paragraph(
        'The old motifs do not need a test. A lotus was in fashion long before 2024, and it will be there when the next record price has been forgotten.',
      ),
    ],
  },
  {
    id: 3,
    title: 'How to Look After Your Jewellery at Home',
    excerpt:
      'Lukewarm water, mild soap and a soft brush do most of the work. What to do for gold, silver, pearls, kundan and plated pieces, and what never to do.',
    date: '2024-08-06',
    author: 'The Swarnika care desk',
    picture: { name: 'home-7', alt: 'A round navratna pendant and an oval locket lying with their chains' },
    pieces: [
      { type: 'tops', id: 9 },
      { type: 'tops', id: 6 },
      { type: 'tops', id: 1 },
      { type: 'rings', id: 821 },
    ],
    content: [
      paragraph(
        'Most jewellery is not worn out by wearing. It is worn out by perfume, by chlorine, by lying in one box with other jewellery, and by well-meant cleaning with the wrong thing. A few habits and ten minutes a month will keep nearly everything in good condition.',
      ),
      heading('Three habits'),
      paragraph(
        'Last on, first off. Put jewellery on after cream, hairspray and perfume have dried, and take it off before you wash, cook or exercise. Keep it out of swimming pools: chlorine attacks the alloys in gold, above all at the solder joints. And give every piece its own place. A diamond scratches sapphire, sapphire scratches gold, and chains that share a box tie themselves into knots.',
      ),
      heading('Gold and platinum'),
      paragraph(
        'Fill a bowl with lukewarm water and a few drops of mild washing-up liquid. Let plain gold, platinum and diamond pieces lie in it for ten minutes, then brush them with a very soft toothbrush, especially behind the stones, where cream collects and light should enter. Rinse in a second bowl, never over an open drain, and dry with a soft lint-free cloth. Do not use toothpaste, ash or baking powder. All of them are abrasives, and gold of 22 carats is soft enough to lose its finish to them.',
      ),
      paragraph(
        'White gold is usually plated with rhodium, which is what makes it so white. When a ring begins to look warm in colour after some years, it has not gone bad. The plating can be renewed.',
      ),
      heading('Silver'),
      paragraph(
        'Silver darkens because sulphur in the air combines with its surface. Wearing it is the simplest protection, since skin and cloth keep it bright. For storage, dry it well and keep it in a closed pouch with an anti-tarnish strip. A silver polishing cloth removes a light veil in a minute. Leave oxidised silver alone: the dark hollows are part of the design, and a dip would strip them. After a day in payals, wipe off dust and sweat with a damp cloth and dry the ghungroo bells, so that they go on ringing clearly.',
      ),
      heading('Kundan, polki and meenakari'),
      paragraph(
        'Never put kundan or polki in water. The stones lie on foil in a closed setting, and moisture that creeps in dulls the foil for good. Wipe them with a dry soft cloth and keep them in a flat box, wrapped in plain muslin, with the stones facing up. Meenakari is glass fused to metal. It does not fade, but it chips when it falls and cracks when it is bent, so open a cuff or a kada gently and always at its hinge.',
      ),
      heading('Pearls and soft stones'),
      paragraph(
        'Pearls, coral, turquoise and opal are sensitive to acid, alcohol and heat. Wipe them with a slightly damp cloth after wearing and let them dry flat. Do not hang a string of pearls, because the thread stretches. If it is worn often, have it restrung every year or two. Emeralds have usually been treated with oil: no hot water, no steam and no ultrasonic bath for them.',
      ),
      heading('Gold-plated pieces'),
      paragraph(
        'Plating is a very thin coat. It lasts longest when it stays dry and is never polished. Wipe it with a soft dry cloth, and expect that it will need to be renewed one day if you wear the piece a great deal.',
      ),
      heading('Once a year'),
      paragraph(
        'Look at every piece under a good lamp. Tap a ring beside your ear; a faint rattle means a loose stone. Check whether a prong has lifted and whether it catches on wool. Look at the last links of a chain on either side of the clasp, which wear first. Try the screws of your earrings and the hinge of your kada. If anything moves that should not, stop wearing the piece and take it to a goldsmith. Tightening a prong takes minutes. Replacing a stone takes weeks.',
      ),
      paragraph(
        'Finally, photograph each piece with its bill and keep the pictures away from the jewellery itself. It is the least glamorous advice on this page, and the most useful on a bad day.',
      ),
    ],
  },
]

function heading(text: string): Block {
  return { kind: 'heading', text }
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text }
}
