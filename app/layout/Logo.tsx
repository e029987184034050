import { SHOP } from '#domain/shop.ts'

/** A flower of eight petals around a stone, as on the back of kundan jewellery. */
export function LogoMark({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinejoin="round"
      className={className}
    >
      {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
        <path
          key={turn}
          transform={`rotate(${turn} 16 16)`}
          d="M16 11.2c-2.4-2.6-2.7-6 0-9.2 2.7 3.2 2.4 6.6 0 9.2Z"
        />
      ))}
      <circle cx="16" cy="16" r="2.6" fill="currentColor" stroke="none" />
    </svg>
  )
}

/** Its size is limited if the shopper enlarges text, to leave room for the adjacent links; WCAG 1.4.4 exempts logos. */
export function Wordmark({ gold = 'text-gold' }: { readonly gold?: 'text-gold' | 'text-band-gold' }) {
  return (
    <span className="wordmark">
      <LogoMark className={`size-[1em] ${gold}`} />
      {SHOP.shortName}
    </span>
  )
}
