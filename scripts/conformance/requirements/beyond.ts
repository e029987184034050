import type { BuiltIn } from './requirement.ts'

export const BEYOND: BuiltIn = {
  'B.city': ['app/purchase/address.ts', 'server/shipping/shiprocket.ts', 'app/account/AddressEditor.tsx'],
  'B.before-script': ['app/ui/early.ts', 'app/product/load.ts'],
  'B.picture-first': ['app/scripts-last.ts'],
  'B.forced-colours': ['app/app.css', 'app/ui/Tabs.tsx'],
  'B.twice': ['app/layout/Logo.tsx', 'app/layout/Header.tsx'],
  'B.steady': ['app/layout/CategoryMenu.tsx', 'app/fonts/faces.css'],
}
