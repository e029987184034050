/** The links of a category's panel: its listing with one filter. A test checks each against the opening collection. */
import { formatWholeRupees, rupees } from '#domain/money.ts'
import type { ProductType } from '#domain/product.ts'
import { paths } from '#app/paths.ts'

interface PanelGroup {
  readonly title: string
  readonly links: readonly { readonly label: string; readonly to: string }[]
}

const METALS = ['Yellow Gold', 'White Gold', 'Rose Gold', 'Platinum', 'Silver']

/** Options of a facet, and upper limits of the price in rupees. */
const PANELS: Record<ProductType, readonly [options: readonly string[], budgets: readonly number[]]> = {
  rings: [METALS, [25_000, 50_000]],
  necklaces: [METALS, [1_00_000, 2_50_000]],
  tops: [METALS, [25_000, 50_000]],
  sets: [METALS, [75_000, 2_00_000]],
  pendants: [METALS, [25_000, 50_000]],
  bracelets: [
    ['Yellow Gold', 'White Gold', 'Rose Gold', 'Silver'],
    [50_000, 1_50_000],
  ],
  bangles: [
    ['Gold', 'Rose Gold', 'Platinum', 'Silver'],
    [50_000, 1_00_000],
  ],
  chains: [
    ['Yellow Gold', 'Rose Gold', 'Platinum', 'Silver'],
    [75_000, 1_00_000],
  ],
  gems: [
    ['Red', 'Blue', 'Green', 'Yellow', 'Violet'],
    [6_000, 9_000],
  ],
  idols: [['Silver', 'Bronze', 'Gold Plated'], [15_000]],
  anklet: [['Silver', 'Gold Plated'], [5_000]],
  'mangal-sutra': [
    ['Yellow Gold', 'White Gold', 'Rose Gold'],
    [50_000, 1_50_000],
  ],
}

export function panelGroupsOf(type: ProductType): readonly PanelGroup[] {
  const [options, budgets] = PANELS[type]
  const facet = type === 'gems' ? 'color' : 'metal'
  const linkTo = (params: Record<string, string>) => `${paths.listing(type)}?${new URLSearchParams(params)}`
  return [
    {
      title: facet === 'color' ? 'By color' : 'By metal',
      links: options.map((option) => ({ label: option, to: linkTo({ [facet]: option }) })),
    },
    {
      title: 'By budget',
      links: budgets.map((budget) => ({
        label: `Up to ${formatWholeRupees(rupees(budget))}`,
        to: linkTo({ max: String(budget) }),
      })),
    },
  ]
}
