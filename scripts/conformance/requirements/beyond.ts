import type { BuiltIn } from './requirement.ts'

export const BEYOND: BuiltIn = {
  'B.city': ['app/address/address.ts', 'server/shipping/shiprocket.ts', 'app/account/AddressEditor.tsx'],
  'B.before-script': ['app/inline/events.ts', 'app/ui/replay-events.ts', 'app/product/page-data.ts'],
  'B.picture-first': ['app/inline/load-scripts.ts'],
  'B.forced-colours': ['app/app.css', 'app/ui/Tabs.tsx'],
  'B.twice': ['app/layout/Logo.tsx', 'app/layout/Header.tsx'],
  'B.steady': ['app/layout/CategoryMenu.tsx', 'app/fonts/fallbacks.css'],
}
