/** Decorative line drawings on a 24 px grid; the adjacent text carries the meaning. */
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const HEART =
  'M12 20.2C6.2 16.3 3.2 13 3.2 9.4a4.7 4.7 0 0 1 4.7-4.8c1.7 0 3.2.9 4.1 2.4.9-1.5 2.4-2.4 4.1-2.4a4.7 4.7 0 0 1 4.7 4.8c0 3.6-3 6.9-8.8 10.8Z'

const PATHS = {
  heart: <path d={HEART} />,
  'heart-filled': <path d={HEART} fill="currentColor" />,
  bag: (
    <>
      <path d="M5 8.5h14l1 11.5H4L5 8.5Z" />
      <path d="M8.5 11V7.2a3.5 3.5 0 0 1 7 0V11" />
    </>
  ),
  'bag-plus': (
    <>
      <path d="M5 8.5h14l1 11.5H4L5 8.5Z" />
      <path d="M8.5 8.5V7.2a3.5 3.5 0 0 1 7 0v1.3M12 11.2v6M9 14.2h6" />
    </>
  ),
  search: (
    <>
      <circle cx="10.8" cy="10.8" r="6.3" />
      <path d="m15.6 15.6 4.9 4.9" />
    </>
  ),
  menu: <path d="M3.5 7h17M3.5 12h17M3.5 17h17" />,
  close: <path d="m5.5 5.5 13 13m0-13-13 13" />,
  'chevron-left': <path d="m14.5 5-7 7 7 7" />,
  'chevron-right': <path d="m9.5 5 7 7-7 7" />,
  'chevron-down': <path d="m5 9 7 7 7-7" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  trash: (
    <>
      <path d="M4.5 6.8h15M9.3 6.5V4.2h5.4v2.3M6.3 6.8l.9 13h9.6l.9-13" />
      <path d="M10.2 10.3v6M13.8 10.3v6" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8" r="3.8" />
      <path d="M4.5 20.2c.6-4 3.5-6.2 7.5-6.2s6.9 2.2 7.5 6.2" />
    </>
  ),
  filter: <path d="M3.5 7.5h9m5 0h3M3.5 16.5h3m5 0h9M15 5.2v4.6M9 14.2v4.6" />,
  star: (
    <path
      d="m12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8L12 3.6Z"
      fill="currentColor"
    />
  ),
  pause: <path d="M8.5 5.5v13M15.5 5.5v13" />,
  play: <path d="m8 5.2 11 6.8-11 6.8V5.2Z" />,
  check: <path d="m4.5 12.5 5 5 10-11" />,
  warning: (
    <>
      <path d="M12 4 2.8 19.8h18.4L12 4Z" />
      <path d="M12 10v4.6M12 17v.3" />
    </>
  ),
  print: (
    <>
      <path d="M7 8.5V3.8h10v4.7M7 17H3.8V8.5h16.4V17H17" />
      <path d="M7 13.5h10v6.7H7z" />
    </>
  ),
  'arrow-left': <path d="M20.5 12h-17m6.5-6.5L3.5 12l6.5 6.5" />,
  share: <path d="M12 15V3.5M7.8 7.3 12 3.2l4.2 4.1M8 10.5H5v10h14v-10h-3" />,
  phone: (
    <path d="M5 3.8h3.6l1.7 4.5-2.2 1.5a11.6 11.6 0 0 0 6 6l1.6-2.1 4.5 1.7V19c0 .7-.6 1.2-1.3 1.2C10.6 20 4 13.4 3.8 5.1 3.8 4.4 4.3 3.8 5 3.8Z" />
  ),
  mail: (
    <>
      <path d="M3 5.500h18v13H3z" />
      <path d="m3.5 6 8.5 7.300L20.5 6" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof PATHS

export function Icon({ name, className }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes('shrink-0', className ?? 'size-5')}
    >
      {PATHS[name]}
    </svg>
  )
}
