import { SHOP } from '#domain/shop.ts'

/** Breaks before its domain if text is large. */
export function ShopEmail() {
  const [name, domain] = SHOP.email.split('@')
  return (
    <span>
      {name}@<wbr />
      {domain}
    </span>
  )
}
