/** What must be done before the shop takes real money: each item with its reason and instructions. */
interface Item {
  readonly title: string
  readonly why: string
  readonly todo: string
  /** Who does it, if staff cannot. */
  readonly by?: 'operator'
  /** The shop cannot detect it: the owner confirms it. */
  readonly isConfirmed?: true
}

export const OPENING_ITEMS = {
  address: {
    title: 'Public address',
    why: 'E-mails, QR codes and search engines name it.',
    todo: 'Give the https address of the shop to your operator, who sets it as SITE_URL and builds the pages with it.',
    by: 'operator',
  },
  payments: {
    title: 'Live payment keys',
    why: 'Test keys and the sandbox take no money.',
    todo: 'Make live keys and a webhook on the dashboard of Razorpay. Your operator sets them as RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET.',
    by: 'operator',
  },
  webhook: {
    title: 'A webhook of a live payment has arrived',
    why: 'Without it the shop learns of a payment minutes later, where the shopper has closed the page.',
    todo: 'Enter the address of the webhook on the dashboard of Razorpay, buy something small, and refund it.',
  },
  courier: {
    title: 'Courier',
    why: 'The sandbox sends nothing.',
    todo: 'Make an API user in the panel of Shiprocket. Your operator sets it as SHIPROCKET_EMAIL and SHIPROCKET_PASSWORD, and the webhook of tracking.',
    by: 'operator',
  },
  email: {
    title: 'An e-mail was sent',
    why: 'Customers get confirmations, tracking and refunds by e-mail.',
    todo: 'Have your operator set the mail server as SMTP_URL, then ask for a new password in the shop.',
    by: 'operator',
  },
  taxes: {
    title: 'Address, GSTIN, and taxes confirmed by the accountant',
    why: 'Until then, real orders get no tax invoice.',
    todo: 'Show your accountant the invoice of a test order, then enter what is below under “The shop on its documents”.',
  },
  einvoice: {
    title: 'No e-invoices are needed',
    why: 'Above a turnover of ₹5 crore in any year since 2017-18, invoices to businesses need a number of the invoice portal (IRN), which the shop does not fetch.',
    todo: 'Have the accountant confirm that the turnover is below it. Above it, enter invoices to businesses on the portal by hand.',
    isConfirmed: true,
  },
  people: {
    title: 'Two people who may refund',
    why: 'Large refunds and unusual rates need a second person.',
    todo: 'Invite an owner or manager under People.',
  },
  rates: {
    title: 'Rates of this week',
    why: 'Pieces are sold at the rates that are published.',
    todo: 'Publish today’s rates under Rates.',
  },
  stock: {
    title: 'Stock is counted',
    why: 'The opening stock is a guess: twenty of each piece.',
    todo: 'Correct the counts under Stock.',
  },
  backup: {
    title: 'A backup was restored',
    why: 'A backup that nobody has tried is a hope.',
    todo: 'Have your operator restore one into another database, and run the audit on it.',
    by: 'operator',
    isConfirmed: true,
  },
  officer: {
    title: 'Grievance officer',
    why: 'The law wants a person who answers complaints within 48 hours.',
    todo: 'Tell your operator the name, which the terms and the privacy policy then state, and make sure that the mailbox is read.',
    by: 'operator',
    isConfirmed: true,
  },
  insurance: {
    title: 'Parcels are insured',
    why: 'Couriers pay little for lost jewellery.',
    todo: 'Agree with the courier or an insurer on the full value.',
    isConfirmed: true,
  },
} as const satisfies Record<string, Item>

export type OpeningItemId = keyof typeof OPENING_ITEMS

// Object.keys loses the key type.
export const OPENING_ITEM_IDS = Object.keys(OPENING_ITEMS) as [OpeningItemId, ...OpeningItemId[]]

const ITEMS: Readonly<Record<OpeningItemId, Item>> = OPENING_ITEMS

/** Links to the steps of those items. */
export const BY_OPERATOR =
  'The operator is who runs the server of the shop. The steps: docs/operations.md, “Going live”.'

export function openingItem(id: OpeningItemId): Item {
  return ITEMS[id]
}

export function isConfirmedByOwner(id: OpeningItemId): boolean {
  return ITEMS[id].isConfirmed === true
}
