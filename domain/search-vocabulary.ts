/**
 * What people call things when they look for jewellery: Hindi in both scripts, and English as it is often spelled. To
 * teach the search a word, add it to a row. Long and doubled vowels, nasal dots, `th` for `t` and the like need no word
 * of their own (`sounded` in trade-search.ts).
 */
import type { Gender, Metal, Product, ProductType } from './product.ts'

export interface SearchTerm {
  /** As the shop says it to the person who searched. */
  readonly english: string
  /** Separated by commas; a word may be of several. */
  readonly said: string
  readonly means: Meaning
}

/** A piece is meant when it answers to everything that is given here. */
export interface Meaning {
  readonly types?: readonly ProductType[]
  readonly metals?: readonly Metal[]
  readonly gender?: Gender
  /** Any of these stands in its name, category, style or colour. */
  readonly named?: readonly string[]
  /** Or in its features; diamonds count as one. */
  readonly featuring?: readonly string[]
}

export const POPULAR_SEARCHES: readonly string[] = ['Jhumka', 'Solitaire', 'Payal', 'Kada', 'Kundan']

const GOLDS: readonly Metal[] = ['Yellow Gold', 'White Gold', 'Rose Gold', 'Gold']

export const SEARCH_TERMS: readonly SearchTerm[] = [
  // Pieces
  {
    english: 'rings',
    said: `ring, rings, rign, rigns, finger ring, finger rings, anguthi, unguthi, anguthiyan, anguthiya, angthi, angusthi,
      mundri, mundari, mudrika, अंगूठी, अँगूठी, अंगूठियां, अंगूठियाँ, मुंदरी, मुद्रिका, रिंग`,
    means: { types: ['rings'] },
  },
  {
    english: 'rings',
    said: 'chhalla, challa, chhalle, छल्ला, छल्ले',
    means: { types: ['rings'], named: ['chhalla', 'band', 'promise'] },
  },
  {
    english: 'earrings',
    said: `earring, earrings, earing, earings, ear ring, ear rings, ear-ring, earring set, eairing, erring, errings, eardrops,
      karnphul, karnphool, karanphool, kundal, kundel, jhale, kan ki bali, kaan ke, kan ke jhumke, कर्णफूल, कुंडल, इयररिंग, ईयररिंग`,
    means: { types: ['tops'] },
  },
  {
    english: 'jhumkas and drops',
    said: `jhumka, jhumkas, jhumke, jhumkay, jhumki, jhumkis, jumka, jumkas, jumki, jumkhi, jhumkha, zumka, zhumka, झुमका,
      झुमके, झुमकी, झुमकियां, झुमकियाँ`,
    means: { types: ['tops'], named: ['jhumk', 'drop', 'chandelier'] },
  },
  {
    english: 'hoops',
    said: 'bali, baali, balis, baliyan, baliya, balian, hoop, hoops, hoops earring, बाली, बालियां, बालियाँ, बालियों',
    means: { types: ['tops'], named: ['hoop', 'bali'] },
  },
  {
    english: 'studs',
    said: 'stud, studs, ear stud, ear studs, ear top, ear tops, tops earring, kan ke tops, टॉप्स, स्टड',
    means: { types: ['tops'], named: ['stud'] },
  },
  {
    english: 'chandbalis and chandeliers',
    said: 'chandbali, chand bali, chandbalis, chandbaliyan, chandelier, chandeliar, चांदबाली, चाँदबाली, चांद बाली',
    means: { types: ['tops'], named: ['chandbali', 'chandelier'] },
  },
  {
    english: 'necklaces',
    said: `necklace, necklaces, neckless, necklesses, neckles, necklase, necklass, neckalce, neclace, neclaces, nacklace,
      nackless, nekles, nekless, necklece, neck lace, neck piece, neckpiece, haar, gale ka haar, gale ka har, har,
      rani haar, ranihaar, galpatti, hasli, hansli, हार, रानी हार, गले का हार, हंसली, नेकलेस`,
    means: { types: ['necklaces'] },
  },
  {
    english: 'chokers',
    said: 'choker, chokers, chokar, chocker, guluband, gulubandh, galaband, गुलूबंद, चोकर',
    means: { named: ['choker'], featuring: ['choker'] },
  },
  {
    english: 'pendants and lockets',
    said: `pendant, pendants, pendent, pendents, pandent, pandant, pendal, pendel, pendet, locket, lockets, lokit, loket, lacket,
      tabeez, taveez, पेंडेंट, पेंडल, पैंडेंट, लॉकेट, ताबीज`,
    means: { types: ['pendants'] },
  },
  {
    english: 'bracelets',
    said: `bracelet, bracelets, braclet, braclets, bracelat, bracelate, bracelett, braslet, braselet, brecelet, breclet,
      bracelt, barcelet, braiclet, bresslet, hand chain, hath ka bracelet, ब्रेसलेट, ब्रासलेट`,
    means: { types: ['bracelets'] },
  },
  {
    english: 'bangles and kadas',
    said: `bangle, bangles, bangels, bangel, bangal, bangals, bangale, bengle, bengles, bangls, kada, kadaa, kade, kadas, kadha,
      kara, karas, kadda, kangan, kangans, kangna, kangana, kankan, chudi, churi, chudiyan, churiyan, chudiya, churiya, chudian,
      chura, chuda, valai, gajulu, कड़ा, कड़े, कंगन, कँगन, चूड़ी, चूड़ियां, चूड़ियाँ, चूड़ा, बैंगल`,
    means: { types: ['bangles'] },
  },
  {
    english: 'chains',
    said: `chain, chains, chian, chians, chane, chein, chen, zanjeer, janjir, zanjir, jangir, sankal, sikdi, sikri, gale ki chain,
      चेन, चैन, ज़ंजीर, जंजीर, सांकल`,
    means: { types: ['chains'] },
  },
  {
    english: 'malas and bead chains',
    said: 'mala, maala, malas, mohanmala, mohan mala, माला, मोहनमाला, मोहन माला',
    means: { types: ['chains', 'necklaces'], named: ['mala', 'bead', 'haar', 'statement'] },
  },
  {
    english: 'anklets',
    said: `anklet, anklets, anklate, ankelet, ankelets, anclet, ankled, ankle bracelet, ankle chain, payal, payals, payel, pajal,
      payale, payalen, pajeb, paijeb, pazeb, paizeb, paajeb, pair ki payal, nupur, golusu, kolusu, jhanjhar, jhanjar, पायल,
      पायलें, पाजेब, पाज़ेब, पायजेब, नूपुर, झांझर, एंकलेट`,
    means: { types: ['anklet'] },
  },
  {
    english: 'mangal sutras',
    said: `mangalsutra, mangal sutra, mangal sutras, mangalsutras, mangalsutr, mangal sutr, mangalsuter, mangal suter,
      manglsutra, mangalasutra, mangasutra, magalsutra, mangalsutram, tanmaniya, tanmania, tanmani, thali chain, karimani,
      black beads, black bead, kale moti, kaale moti, vati, मंगलसूत्र, मंगल सूत्र, मंगळसूत्र, तनमनिया, काले मोती`,
    means: { types: ['mangal-sutra'] },
  },
  {
    english: 'sets',
    said: `set, sets, jewellery set, jewelry set, jewelery set, necklace set, necklace sets, neckless set, haar set, bridal
      jewellery, सेट, हार सेट`,
    means: { types: ['sets'] },
  },
  {
    english: 'idols',
    said: `idol, idols, statue, murti, murtis, moorthy, pratima, bhagwan, bhagvan, god, gods, devta, pooja,
      puja, मूर्ति, मूर्तियां, प्रतिमा, भगवान, पूजा`,
    means: { types: ['idols'] },
  },
  {
    english: 'Shiva',
    said: 'shiv, shiva, shivling, shivlinga, shivaling, mahadev, bholenath, शिव, शिवलिंग, महादेव',
    means: { types: ['idols'], named: ['shivling'] },
  },
  {
    english: 'Kurma, the tortoise',
    said: 'kachhua, kachua, kachhuaa, kurma, turtle, tortoise, कछुआ, कूर्म',
    means: { types: ['idols'], named: ['kurma'] },
  },
  {
    english: 'lamps',
    said: 'diya, diyas, diva, deepak, dipak, deep, lamp, दीया, दीपक, दिया',
    means: { types: ['idols'], named: ['diya'] },
  },
  {
    english: 'the kalash',
    said: 'kalash, kalasha, kalas, lota, कलश',
    means: { types: ['idols'], named: ['kalash'] },
  },
  {
    english: 'gems',
    said: 'gem, gems, gemstone, gemstones, jem, ratna, ratan, ratn, nagina, nag, stone, stones, pathar, रत्न, नगीना, नग',
    means: { types: ['gems'] },
  },
  // Worn with what we make
  {
    english: 'sets with a maang tikka',
    said: `tika, teeka, tikka, tikas, maang tika, maang tikka, mang tika, mangtika, mangtikka, maangtikka, matha patti,
      mathapatti, tikli, टीका, मांग टीका, माँग टीका, मांगटीका, माथा पट्टी`,
    means: { types: ['sets'], featuring: ['tikka'] },
  },
  {
    english: 'bridal sets, to wear with a nath',
    said: `nath, nathni, nathani, nathiya, nathia, nose ring, nose rings, nose pin, nose pins, nosepin, nosering, laung, long pin,
      keel, mukkuthi, नथ, नथनी, नथिया, लौंग`,
    means: { types: ['sets'], named: ['bridal', 'temple'] },
  },
  // Metals
  {
    english: 'gold',
    said: `gold, goold, gould, glod, gols, golden, sona, sone, sonay, sonaa, soney, swarna, swarn, suvarna, kanchan, kundanam,
      thangam, सोना, सोने, स्वर्ण, सुवर्ण`,
    means: { metals: GOLDS },
  },
  {
    english: 'rose gold',
    said: 'rose gold, rosegold, rose gould, gulabi sona, pink gold, रोज गोल्ड, गुलाबी सोना',
    means: { metals: ['Rose Gold'] },
  },
  {
    english: 'white gold',
    said: 'white gold, whitegold, wite gold, safed sona, सफेद सोना, सफ़ेद सोना',
    means: { metals: ['White Gold'] },
  },
  {
    english: 'yellow gold',
    said: 'yellow gold, yelow gold, peela sona, pila sona, पीला सोना',
    means: { metals: ['Yellow Gold', 'Gold'] },
  },
  {
    english: 'silver',
    said: `silver, sliver, silvar, silvr, silwer, sylver, chandi, chandy, chaandi, rajat, rupa, velli, oxidised, oxidized, oxidise,
      चांदी, चाँदी, रजत`,
    means: { metals: ['Silver'] },
  },
  {
    english: 'platinum',
    said: 'platinum, platinium, platnum, platinam, platenum, pletinum, plateenum, प्लेटिनम, प्लैटिनम',
    means: { metals: ['Platinum'] },
  },
  {
    english: 'bronze',
    said: 'bronze, bronz, kansa, kaansa, kansya, peetal, pital, panchdhatu, कांसा, काँसा, पीतल',
    means: { metals: ['Bronze'] },
  },
  // Stones and work
  {
    english: 'diamonds',
    said: `diamond, diamonds, dimond, dimonds, daimond, daimonds, diomond, diamand, dimand, diamon, diamonts, heera, heere, hira,
      hire, vajra, हीरा, हीरे, डायमंड`,
    means: { named: ['diamond', 'heera'], featuring: ['diamond'] },
  },
  {
    english: 'pearls',
    said: 'pearl, pearls, perl, perls, parl, pearal, moti, motee, motis, mukta, muktaa, मोती, मुक्ता',
    means: { named: ['pearl', 'moti', 'mukta'], featuring: ['pearl'] },
  },
  {
    english: 'emeralds',
    said: 'emerald, emeralds, emrald, emarald, emreld, emrold, panna, pannaa, markat, पन्ना, मरकत',
    means: { named: ['emerald'] },
  },
  {
    english: 'sapphires',
    said: 'sapphire, sapphires, saphire, saphires, sapphier, safire, saffire, sapire, sapphair',
    means: { named: ['sapphire'] },
  },
  {
    english: 'blue sapphires',
    said: 'neelam, nilam, neelum, neela pukhraj, blue sapphire, blue saphire, नीलम',
    means: { types: ['gems'], named: ['ratnapura', 'tanzanite'] },
  },
  {
    english: 'yellow sapphires',
    said: 'pukhraj, pukraj, pokhraj, pushparaj, yellow sapphire, yellow saphire, पुखराज',
    means: { types: ['gems'], named: ['yellow sapphire'] },
  },
  {
    english: 'rubies',
    said: 'ruby, rubys, rubies, rubby, manik, maanik, manikya, manek, माणिक, माणिक्य, मानिक',
    means: { named: ['ruby'] },
  },
  {
    english: 'garnets',
    said: 'garnet, garnets, garnat, gomed, gomedh, gomedhak, hessonite, hesonite, गोमेद',
    means: { named: ['garnet'] },
  },
  {
    english: 'amethysts',
    said: 'amethyst, amethysts, amethist, amythest, amathyst, ametist, jamunia, katela, kataila, जमुनिया, कटैला',
    means: { named: ['amethyst'] },
  },
  {
    english: 'cat’s eyes',
    said: 'cats eye, cat eye, cat’s eye, lehsunia, lahsuniya, lehsuniya, lasuniya, chrysoberyl, लहसुनिया',
    means: { named: ['lehsunia'] },
  },
  {
    english: 'turquoise',
    said: 'turquoise, turquise, torquoise, turqoise, firoza, feroza, firoja, फिरोजा, फ़िरोज़ा',
    means: { named: ['turquoise'] },
  },
  {
    english: 'solitaires',
    said: 'solitaire, solitaires, solitare, solitair, solitier, solitear, soliter, soliatire, सॉलिटेयर',
    means: { named: ['solitaire'] },
  },
  {
    english: 'navratna, the nine gems',
    said: 'navratna, navaratna, navratan, navrattan, nauratan, navgrah, navgraha, nine gems, नवरत्न, नौरत्न',
    means: { named: ['navratna'] },
  },
  {
    english: 'kundan',
    said: 'kundan, kundun, kundhan, kunden, कुंदन, कुन्दन',
    means: { named: ['kundan'], featuring: ['kundan'] },
  },
  {
    english: 'polki and jadau',
    said: 'polki, polky, polkee, jadau, jadaau, jadao, jarau, पोल्की, जड़ाऊ',
    means: { named: ['polki', 'kundan'] },
  },
  {
    english: 'meenakari',
    said: 'meenakari, minakari, meenakaari, meena, minakri, meenakri, enamel, enamal, मीनाकारी, मीना',
    means: { named: ['meenakari', 'enamel'], featuring: ['meenakari'] },
  },
  {
    english: 'filigree',
    said: 'filigree, filigri, filagree, filgree, jali, jaali, jaal, tarkashi, tarakasi, जाली, तारकशी',
    means: { named: ['filigree'] },
  },
  {
    english: 'temple jewellery',
    said: 'temple, tempal, temple jewellery, temple jewelry, south indian, mandir, kasu, lakshmi haar, मंदिर',
    means: { named: ['temple', 'kasu', 'kemp'] },
  },
  // Occasions and people
  {
    english: 'engagement rings',
    said: 'engagement, engagment, engagemnt, engagement ring, engagment ring, engagement rings, sagai, mangni, roka, सगाई, मंगनी',
    means: { types: ['rings'], named: ['engagement'] },
  },
  {
    english: 'for the wedding',
    said: `wedding, weding, wedding jewellery, bridal, bridel, bride, dulhan, shadi, shaadi, vivah, byah, marriage, mariage, दुल्हन,
      शादी, विवाह`,
    means: { named: ['bridal', 'wedding', 'mangal sutra'] },
  },
  {
    english: 'for men',
    said: 'man, men, mens, men’s, gent, gents, gentleman, male, boy, boys, purush, mard, mardana, aadmi, पुरुष, मर्दाना',
    means: { gender: 'Male' },
  },
  {
    english: 'for women',
    said: 'woman, women, womens, women’s, lady, ladies, female, girl, girls, mahila, aurat, ladki, zanana, महिला, लड़की',
    means: { gender: 'Female' },
  },
]

/** Words that may stand between those that matter. */
export const STOP_WORDS = `a, an, the, and, or, in, of, for, with, to, on, my, wala, wali, wale, ka, ki, ke, ko, me, mein, mai, aur, liye,
  se, jewellery, jewelry, jewelery, jewellry, jwellery, jwelry, jewels, jewel, ornament, ornaments, gehna,
  gehne, gahna, gahne, zewar, jewar, abhushan, new, naya, nayi, latest, design, designs, dizain, style, best,
  good, acha, achi, sundar, buy, online, gift, gifts, tohfa, uphaar, उपहार, तोहफा, price, rate, shop, dikhao,
  chahiye, wearable, pair, jodi, piece, pieces, ke liye, का, की, के, को, में, और, लिए, से, वाला, वाली, वाले,
  गहना, गहने, आभूषण, ज़ेवर, नया, नई, जोड़ी`

/** The words of a row, or of the list above. */
export function tokenize(said: string): readonly string[] {
  return said.split(',').map((word) => word.trim().replace(/\s+/g, ' '))
}

/** 1 where the piece is named so, 2 where it has it; null where it is not meant. */
export function closenessOf(product: Product, means: Meaning): 1 | 2 | null {
  if (means.types && !means.types.includes(product.type)) return null
  if (means.metals && !('metal' in product && means.metals.includes(product.metal))) return null
  if (means.gender && !('gender' in product && [means.gender, 'Unisex'].includes(product.gender))) return null
  const isAbout = (texts: readonly string[], words: readonly string[] = []) =>
    words.some((word) => texts.some((text) => text.toLowerCase().includes(word)))
  if (!means.named && !means.featuring) return 1
  if (isAbout(namesOf(product), means.named)) return 1
  return isAbout(featuresOf(product), means.featuring) ? 2 : null
}

function namesOf(product: Product): readonly string[] {
  return [
    product.name,
    product.category,
    ...('style' in product && product.style ? [product.style] : []),
    ...('color' in product ? [product.color] : []),
  ]
}

function featuresOf(product: Product): readonly string[] {
  return [
    ...('features' in product ? product.features : []),
    ...('diamondWeightMg' in product && product.diamondWeightMg ? ['diamonds'] : []),
  ]
}
