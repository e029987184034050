/**
 * Search terms in Hindi, in both scripts, and in English with its common spellings. To add a word, add it to a row.
 * Variants that sound alike (long and doubled vowels, nasal dots, `th` for `t`) need no word of their own
 * (`phoneticKey`).
 */
import type { Gender, Metal, Product, ProductType } from './product.ts'

export interface SearchTerm {
  /** For the shopper. */
  readonly label: string
  /** Separated by commas; each may have several words. */
  readonly spellings: string
  readonly meaning: Meaning
}

/** A product must match every given property. */
export interface Meaning {
  readonly types?: readonly ProductType[]
  readonly metals?: readonly Metal[]
  readonly gender?: Gender
  /** One of these is in its name, category, style or colour. */
  readonly named?: readonly string[]
  /** Or in its features; diamonds count as one. */
  readonly featuring?: readonly string[]
}

export const POPULAR_SEARCHES: readonly string[] = ['Jhumka', 'Solitaire', 'Payal', 'Kada', 'Kundan']

const GOLDS: readonly Metal[] = ['Yellow Gold', 'White Gold', 'Rose Gold', 'Gold']

export const SEARCH_TERMS: readonly SearchTerm[] = [
  // Pieces
  {
    label: 'rings',
    spellings: `ring, rings, rign, rigns, finger ring, finger rings, anguthi, unguthi, anguthiyan, anguthiya, angthi, angusthi,
      mundri, mundari, mudrika, अंगूठी, अँगूठी, अंगूठियां, अंगूठियाँ, मुंदरी, मुद्रिका, रिंग`,
    meaning: { types: ['rings'] },
  },
  {
    label: 'rings',
    spellings: 'chhalla, challa, chhalle, छल्ला, छल्ले',
    meaning: { types: ['rings'], named: ['chhalla', 'band', 'promise'] },
  },
  {
    label: 'earrings',
    spellings: `earring, earrings, earing, earings, ear ring, ear rings, ear-ring, earring set, eairing, erring, errings, eardrops,
      karnphul, karnphool, karanphool, kundal, kundel, jhale, kan ki bali, kaan ke, kan ke jhumke, कर्णफूल, कुंडल, इयररिंग, ईयररिंग`,
    meaning: { types: ['tops'] },
  },
  {
    label: 'jhumkas and drops',
    spellings: `jhumka, jhumkas, jhumke, jhumkay, jhumki, jhumkis, jumka, jumkas, jumki, jumkhi, jhumkha, zumka, zhumka, झुमका,
      झुमके, झुमकी, झुमकियां, झुमकियाँ`,
    meaning: { types: ['tops'], named: ['jhumk', 'drop', 'chandelier'] },
  },
  {
    label: 'hoops',
    spellings:
      'bali, baali, balis, baliyan, baliya, balian, hoop, hoops, hoops earring, बाली, बालियां, बालियाँ, बालियों',
    meaning: { types: ['tops'], named: ['hoop', 'bali'] },
  },
  {
    label: 'studs',
    spellings: 'stud, studs, ear stud, ear studs, ear top, ear tops, tops earring, kan ke tops, टॉप्स, स्टड',
    meaning: { types: ['tops'], named: ['stud'] },
  },
  {
    label: 'chandbalis and chandeliers',
    spellings:
      'chandbali, chand bali, chandbalis, chandbaliyan, chandelier, chandeliar, चांदबाली, चाँदबाली, चांद बाली',
    meaning: { types: ['tops'], named: ['chandbali', 'chandelier'] },
  },
  {
    label: 'necklaces',
    spellings: `necklace, necklaces, neckless, necklesses, neckles, necklase, necklass, neckalce, neclace, neclaces, nacklace,
      nackless, nekles, nekless, necklece, neck lace, neck piece, neckpiece, haar, gale ka haar, gale ka har, har,
      rani haar, ranihaar, galpatti, hasli, hansli, हार, रानी हार, गले का हार, हंसली, नेकलेस`,
    meaning: { types: ['necklaces'] },
  },
  {
    label: 'chokers',
    spellings: 'choker, chokers, chokar, chocker, guluband, gulubandh, galaband, गुलूबंद, चोकर',
    meaning: { named: ['choker'], featuring: ['choker'] },
  },
  {
    label: 'pendants and lockets',
    spellings: `pendant, pendants, pendent, pendents, pandent, pandant, pendal, pendel, pendet, locket, lockets, lokit, loket, lacket,
      tabeez, taveez, पेंडेंट, पेंडल, पैंडेंट, लॉकेट, ताबीज`,
    meaning: { types: ['pendants'] },
  },
  {
    label: 'bracelets',
    spellings: `bracelet, bracelets, braclet, braclets, bracelat, bracelate, bracelett, braslet, braselet, brecelet, breclet,
      bracelt, barcelet, braiclet, bresslet, hand chain, hath ka bracelet, ब्रेसलेट, ब्रासलेट`,
    meaning: { types: ['bracelets'] },
  },
  {
    label: 'bangles and kadas',
    spellings: `bangle, bangles, bangels, bangel, bangal, bangals, bangale, bengle, bengles, bangls, kada, kadaa, kade, kadas, kadha,
      kara, karas, kadda, kangan, kangans, kangna, kangana, kankan, chudi, churi, chudiyan, churiyan, chudiya, churiya, chudian,
      chura, chuda, valai, gajulu, कड़ा, कड़े, कंगन, कँगन, चूड़ी, चूड़ियां, चूड़ियाँ, चूड़ा, बैंगल`,
    meaning: { types: ['bangles'] },
  },
  {
    label: 'chains',
    spellings: `chain, chains, chian, chians, chane, chein, chen, zanjeer, janjir, zanjir, jangir, sankal, sikdi, sikri, gale ki chain,
      चेन, चैन, ज़ंजीर, जंजीर, सांकल`,
    meaning: { types: ['chains'] },
  },
  {
    label: 'malas and bead chains',
    spellings: 'mala, maala, malas, mohanmala, mohan mala, माला, मोहनमाला, मोहन माला',
    meaning: { types: ['chains', 'necklaces'], named: ['mala', 'bead', 'haar', 'statement'] },
  },
  {
    label: 'anklets',
    spellings: `anklet, anklets, anklate, ankelet, ankelets, anclet, ankled, ankle bracelet, ankle chain, payal, payals, payel, pajal,
      payale, payalen, pajeb, paijeb, pazeb, paizeb, paajeb, pair ki payal, nupur, golusu, kolusu, jhanjhar, jhanjar, पायल,
      पायलें, पाजेब, पाज़ेब, पायजेब, नूपुर, झांझर, एंकलेट`,
    meaning: { types: ['anklet'] },
  },
  {
    label: 'mangal sutras',
    spellings: `mangalsutra, mangal sutra, mangal sutras, mangalsutras, mangalsutr, mangal sutr, mangalsuter, mangal suter,
      manglsutra, mangalasutra, mangasutra, magalsutra, mangalsutram, tanmaniya, tanmania, tanmani, thali chain, karimani,
      black beads, black bead, kale moti, kaale moti, vati, मंगलसूत्र, मंगल सूत्र, मंगळसूत्र, तनमनिया, काले मोती`,
    meaning: { types: ['mangal-sutra'] },
  },
  {
    label: 'sets',
    spellings: `set, sets, jewellery set, jewelry set, jewelery set, necklace set, necklace sets, neckless set, haar set, bridal
      jewellery, सेट, हार सेट`,
    meaning: { types: ['sets'] },
  },
  {
    label: 'idols',
    spellings: `idol, idols, statue, murti, murtis, moorthy, pratima, bhagwan, bhagvan, god, gods, devta, pooja,
      puja, मूर्ति, मूर्तियां, प्रतिमा, भगवान, पूजा`,
    meaning: { types: ['idols'] },
  },
  {
    label: 'Shiva',
    spellings: 'shiv, shiva, shivling, shivlinga, shivaling, mahadev, bholenath, शिव, शिवलिंग, महादेव',
    meaning: { types: ['idols'], named: ['shivling'] },
  },
  {
    label: 'Kurma, the tortoise',
    spellings: 'kachhua, kachua, kachhuaa, kurma, turtle, tortoise, कछुआ, कूर्म',
    meaning: { types: ['idols'], named: ['kurma'] },
  },
  {
    label: 'lamps',
    spellings: 'diya, diyas, diva, deepak, dipak, deep, lamp, दीया, दीपक, दिया',
    meaning: { types: ['idols'], named: ['diya'] },
  },
  {
    label: 'the kalash',
    spellings: 'kalash, kalasha, kalas, lota, कलश',
    meaning: { types: ['idols'], named: ['kalash'] },
  },
  {
    label: 'gems',
    spellings:
      'gem, gems, gemstone, gemstones, jem, ratna, ratan, ratn, nagina, nag, stone, stones, pathar, रत्न, नगीना, नग',
    meaning: { types: ['gems'] },
  },
  // Worn with what we make
  {
    label: 'sets with a maang tikka',
    spellings: `tika, teeka, tikka, tikas, maang tika, maang tikka, mang tika, mangtika, mangtikka, maangtikka, matha patti,
      mathapatti, tikli, टीका, मांग टीका, माँग टीका, मांगटीका, माथा पट्टी`,
    meaning: { types: ['sets'], featuring: ['tikka'] },
  },
  {
    label: 'bridal sets, to wear with a nath',
    spellings: `nath, nathni, nathani, nathiya, nathia, nose ring, nose rings, nose pin, nose pins, nosepin, nosering, laung, long pin,
      keel, mukkuthi, नथ, नथनी, नथिया, लौंग`,
    meaning: { types: ['sets'], named: ['bridal', 'temple'] },
  },
  // Metals
  {
    label: 'gold',
    spellings: `gold, goold, gould, glod, gols, golden, sona, sone, sonay, sonaa, soney, swarna, swarn, suvarna, kanchan, kundanam,
      thangam, सोना, सोने, स्वर्ण, सुवर्ण`,
    meaning: { metals: GOLDS },
  },
  {
    label: 'rose gold',
    spellings: 'rose gold, rosegold, rose gould, gulabi sona, pink gold, रोज गोल्ड, गुलाबी सोना',
    meaning: { metals: ['Rose Gold'] },
  },
  {
    label: 'white gold',
    spellings: 'white gold, whitegold, wite gold, safed sona, सफेद सोना, सफ़ेद सोना',
    meaning: { metals: ['White Gold'] },
  },
  {
    label: 'yellow gold',
    spellings: 'yellow gold, yelow gold, peela sona, pila sona, पीला सोना',
    meaning: { metals: ['Yellow Gold', 'Gold'] },
  },
  {
    label: 'silver',
    spellings: `silver, sliver, silvar, silvr, silwer, sylver, chandi, chandy, chaandi, rajat, rupa, velli, oxidised, oxidized, oxidise,
      चांदी, चाँदी, रजत`,
    meaning: { metals: ['Silver'] },
  },
  {
    label: 'platinum',
    spellings: 'platinum, platinium, platnum, platinam, platenum, pletinum, plateenum, प्लेटिनम, प्लैटिनम',
    meaning: { metals: ['Platinum'] },
  },
  {
    label: 'bronze',
    spellings: 'bronze, bronz, kansa, kaansa, kansya, peetal, pital, panchdhatu, कांसा, काँसा, पीतल',
    meaning: { metals: ['Bronze'] },
  },
  // Stones and work
  {
    label: 'diamonds',
    spellings: `diamond, diamonds, dimond, dimonds, daimond, daimonds, diomond, diamand, dimand, diamon, diamonts, heera, heere, hira,
      hire, vajra, हीरा, हीरे, डायमंड`,
    meaning: { named: ['diamond', 'heera'], featuring: ['diamond'] },
  },
  {
    label: 'pearls',
    spellings: 'pearl, pearls, perl, perls, parl, pearal, moti, motee, motis, mukta, muktaa, मोती, मुक्ता',
    meaning: { named: ['pearl', 'moti', 'mukta'], featuring: ['pearl'] },
  },
  {
    label: 'emeralds',
    spellings: 'emerald, emeralds, emrald, emarald, emreld, emrold, panna, pannaa, markat, पन्ना, मरकत',
    meaning: { named: ['emerald'] },
  },
  {
    label: 'sapphires',
    spellings: 'sapphire, sapphires, saphire, saphires, sapphier, safire, saffire, sapire, sapphair',
    meaning: { named: ['sapphire'] },
  },
  {
    label: 'blue sapphires',
    spellings: 'neelam, nilam, neelum, neela pukhraj, blue sapphire, blue saphire, नीलम',
    meaning: { types: ['gems'], named: ['ratnapura', 'tanzanite'] },
  },
  {
    label: 'yellow sapphires',
    spellings: 'pukhraj, pukraj, pokhraj, pushparaj, yellow sapphire, yellow saphire, पुखराज',
    meaning: { types: ['gems'], named: ['yellow sapphire'] },
  },
  {
    label: 'rubies',
    spellings: 'ruby, rubys, rubies, rubby, manik, maanik, manikya, manek, माणिक, माणिक्य, मानिक',
    meaning: { named: ['ruby'] },
  },
  {
    label: 'garnets',
    spellings: 'garnet, garnets, garnat, gomed, gomedh, gomedhak, hessonite, hesonite, गोमेद',
    meaning: { named: ['garnet'] },
  },
  {
    label: 'amethysts',
    spellings:
      'amethyst, amethysts, amethist, amythest, amathyst, ametist, jamunia, katela, kataila, जमुनिया, कटैला',
    meaning: { named: ['amethyst'] },
  },
  {
    label: 'cat’s eyes',
    spellings: 'cats eye, cat eye, cat’s eye, lehsunia, lahsuniya, lehsuniya, lasuniya, chrysoberyl, लहसुनिया',
    meaning: { named: ['lehsunia'] },
  },
  {
    label: 'turquoise',
    spellings: 'turquoise, turquise, torquoise, turqoise, firoza, feroza, firoja, फिरोजा, फ़िरोज़ा',
    meaning: { named: ['turquoise'] },
  },
  {
    label: 'solitaires',
    spellings: 'solitaire, solitaires, solitare, solitair, solitier, solitear, soliter, soliatire, सॉलिटेयर',
    meaning: { named: ['solitaire'] },
  },
  {
    label: 'navratna, the nine gems',
    spellings:
      'navratna, navaratna, navratan, navrattan, nauratan, navgrah, navgraha, nine gems, नवरत्न, नौरत्न',
    meaning: { named: ['navratna'] },
  },
  {
    label: 'kundan',
    spellings: 'kundan, kundun, kundhan, kunden, कुंदन, कुन्दन',
    meaning: { named: ['kundan'], featuring: ['kundan'] },
  },
  {
    label: 'polki and jadau',
    spellings: 'polki, polky, polkee, jadau, jadaau, jadao, jarau, पोल्की, जड़ाऊ',
    meaning: { named: ['polki', 'kundan'] },
  },
  {
    label: 'meenakari',
    spellings: 'meenakari, minakari, meenakaari, meena, minakri, meenakri, enamel, enamal, मीनाकारी, मीना',
    meaning: { named: ['meenakari', 'enamel'], featuring: ['meenakari'] },
  },
  {
    label: 'filigree',
    spellings: 'filigree, filigri, filagree, filgree, jali, jaali, jaal, tarkashi, tarakasi, जाली, तारकशी',
    meaning: { named: ['filigree'] },
  },
  {
    label: 'temple jewellery',
    spellings:
      'temple, tempal, temple jewellery, temple jewelry, south indian, mandir, kasu, lakshmi haar, मंदिर',
    meaning: { named: ['temple', 'kasu', 'kemp'] },
  },
  // Occasions and people
  {
    label: 'engagement rings',
    spellings:
      'engagement, engagment, engagemnt, engagement ring, engagment ring, engagement rings, sagai, mangni, roka, सगाई, मंगनी',
    meaning: { types: ['rings'], named: ['engagement'] },
  },
  {
    label: 'for the wedding',
    spellings: `wedding, weding, wedding jewellery, bridal, bridel, bride, dulhan, shadi, shaadi, vivah, byah, marriage, mariage, दुल्हन,
      शादी, विवाह`,
    meaning: { named: ['bridal', 'wedding', 'mangal sutra'] },
  },
  {
    label: 'for men',
    spellings:
      'man, men, mens, men’s, gent, gents, gentleman, male, boy, boys, purush, mard, mardana, aadmi, पुरुष, मर्दाना',
    meaning: { gender: 'Male' },
  },
  {
    label: 'for women',
    spellings:
      'woman, women, womens, women’s, lady, ladies, female, girl, girls, mahila, aurat, ladki, zanana, महिला, लड़की',
    meaning: { gender: 'Female' },
  },
]

/** Ignored in queries. */
export const STOP_WORDS = `a, an, the, and, or, in, of, for, with, to, on, my, wala, wali, wale, ka, ki, ke, ko, me, mein, mai, aur, liye,
  se, jewellery, jewelry, jewelery, jewellry, jwellery, jwelry, jewels, jewel, ornament, ornaments, gehna,
  gehne, gahna, gahne, zewar, jewar, abhushan, new, naya, nayi, latest, design, designs, dizain, style, best,
  good, acha, achi, sundar, buy, online, gift, gifts, tohfa, uphaar, उपहार, तोहफा, price, rate, shop, dikhao,
  chahiye, wearable, pair, jodi, piece, pieces, ke liye, का, की, के, को, में, और, लिए, से, वाला, वाली, वाले,
  गहना, गहने, आभूषण, ज़ेवर, नया, नई, जोड़ी`

export function tokenize(spellings: string): readonly string[] {
  return spellings.split(',').map((word) => word.trim().replace(/\s+/g, ' '))
}

/** 1 for a match by name, 2 by feature; null for none. */
export function matchMeaning(product: Product, meaning: Meaning): 1 | 2 | null {
  if (meaning.types && !meaning.types.includes(product.type)) return null
  if (meaning.metals && !('metal' in product && meaning.metals.includes(product.metal))) return null
  if (meaning.gender && !('gender' in product && [meaning.gender, 'Unisex'].includes(product.gender)))
    return null
  const containsAny = (texts: readonly string[], words: readonly string[] = []) =>
    words.some((word) => texts.some((text) => text.toLowerCase().includes(word)))
  if (!meaning.named && !meaning.featuring) return 1
  if (containsAny(namesOf(product), meaning.named)) return 1
  return containsAny(featuresOf(product), meaning.featuring) ? 2 : null
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
