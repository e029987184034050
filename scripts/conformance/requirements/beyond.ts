import type { Chapter } from './requirement.ts'

/** What customers of the best shops are used to, and what everybody needs, whoever they are. */
export const BEYOND: Chapter = {
  title: 'Beyond the specification',
  requirements: [
    [
      'B.city',
      'The pincode fills in city and state; what a person typed stays',
      'app/purchase/address.ts',
      'server/shipping/shiprocket.ts',
      'app/account/AddressEditor.tsx',
    ],
    [
      'B.before-script',
      'What is pressed, typed or searched for before the scripts answer is not lost, and nothing lies till then',
      'app/ui/early.ts',
      'app/product/load.ts',
    ],
    [
      'B.picture-first',
      'The first picture has the line to itself: the scripts come when it stands, after two seconds, or when called',
      'app/scripts-last.ts',
    ],
    [
      'B.forced-colours',
      'Everything is told apart in a person’s own few colours',
      'app/app.css',
      'app/ui/Tabs.tsx',
    ],
    [
      'B.twice',
      'At twice the size, with letters twice as large, every page fits',
      'app/layout/Logo.tsx',
      'app/layout/Header.tsx',
    ],
    [
      'B.steady',
      'Nothing moves when the typefaces arrive',
      'app/layout/CategoryMenu.tsx',
      'app/fonts/faces.css',
    ],
  ],
}
