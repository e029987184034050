export interface Customer {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Somebody who has never been here: every test has a customer, a cart and a mailbox of its own. */
export function newCustomer(): Customer {
  return { name: 'Asha Verma', email: `asha.${crypto.randomUUID()}@example.in`, password: 'kundan-1995' }
}
