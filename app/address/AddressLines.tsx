import type { ShippingAddress } from '#domain/shipping.ts'
import { classes } from '#app/ui/classes.ts'

interface AddressLinesProps {
  readonly address: Omit<ShippingAddress, 'email'>
  readonly className?: string
}

export function AddressLines({ address, className }: AddressLinesProps) {
  const { name, address: street, city, state, pincode, phone } = address
  return (
    <address className={classes('wrap-anywhere not-italic', className)}>
      <span className="font-medium">{name}</span>
      <br />
      {street}
      <br />
      {[city, state].filter(Boolean).join(', ')} <span className="figures">{pincode}</span>
      <br />
      <span className="figures">{phone}</span>
    </address>
  )
}
