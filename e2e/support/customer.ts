export interface Customer {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** A new customer: every test has its own customer, cart and mailbox. */
export function newCustomer(): Customer {
  return { name: 'Asha Verma', email: `asha.${crypto.randomUUID()}@example.in`, password: 'kundan-1995' }
}
