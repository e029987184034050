/** Roles and their permissions: the single table that server and pages read. */
export const ROLES = ['owner', 'manager', 'packer', 'accountant', 'support'] as const
export type Role = (typeof ROLES)[number]

interface Rule {
  readonly roles: readonly Role[]
  /** Needs a code of the second factor that was entered within FRESH_CODE_MINUTES. */
  readonly needsFreshCode?: true
}

export const PERMISSIONS = {
  /** Reads and ends one's own sessions. */
  'own-account': { roles: ROLES },
  /** Changes one's own password and backup codes. */
  'own-security': { roles: ROLES, needsFreshCode: true },
  'read-staff': { roles: ['owner', 'manager'] },
  'change-staff': { roles: ['owner'], needsFreshCode: true },
  'read-audit-log': { roles: ['owner', 'accountant'] },
  /** Reads what must be done before the shop takes real money. */
  'read-opening-list': { roles: ['owner', 'manager'] },
  'confirm-opening-list': { roles: ['owner'] },
  /**
   * Name, address, contact and GSTIN of the shop, as in documents and e-mails; messages of the contact form go to that
   * e-mail address.
   */
  'change-shop': { roles: ['owner'], needsFreshCode: true },
  'read-orders': { roles: ROLES },
  /** Amounts of orders. */
  'read-amounts': { roles: ['owner', 'manager', 'accountant', 'support'] },
  /** Customers' names, addresses and phone numbers in full; others see them masked. */
  'read-customers': { roles: ['owner', 'manager', 'packer'] },
  /** Packs, books and hands over. */
  'send-parcels': { roles: ['owner', 'manager', 'packer'] },
  /** Refunds lines and amounts, and approves what others have requested. */
  refund: { roles: ['owner', 'manager'], needsFreshCode: true },
  /** Approves or declines returns that customers request. */
  'decide-returns': { roles: ['owner', 'manager', 'support'] },
  /** Records that returned pieces have arrived; those who may refund accept or reject them. */
  'receive-returns': { roles: ['owner', 'manager', 'packer'] },
  /** Reads messages of the contact form, and resends undelivered e-mails. */
  'answer-messages': { roles: ['owner', 'manager', 'support'] },
  /** Reads a customer's whole account, for customers who request their data. */
  'read-accounts': { roles: ['owner', 'manager'] },
  'erase-accounts': { roles: ['owner', 'manager'], needsFreshCode: true },
  /** Settlements of the gateway, and their differences from the books. */
  'read-money': { roles: ['owner', 'manager', 'accountant'] },
  /** Records why a difference is correct. */
  'explain-differences': { roles: ['owner', 'accountant'] },
  'export-money': { roles: ['owner', 'accountant'], needsFreshCode: true },
  'read-offers': { roles: ['owner', 'manager', 'accountant', 'support'] },
  /** Creates and ends offer codes. */
  'change-offers': { roles: ['owner', 'manager'], needsFreshCode: true },
  /** Writes newsletters, sends test e-mails, stops newsletters, and cancels schedules. */
  'edit-newsletters': { roles: ['owner', 'manager'] },
  /** Sends to all subscribers. */
  'send-newsletters': { roles: ['owner', 'manager'], needsFreshCode: true },
  'read-stock': { roles: ROLES },
  'change-stock': { roles: ['owner', 'manager'] },
  /** Rates, products, editions and drafts. */
  'read-collection': { roles: ['owner', 'manager', 'accountant', 'support'] },
  /** Creates drafts, which change nothing until they are published. */
  'edit-collection': { roles: ['owner', 'manager'] },
  /** Changes what shoppers see and pay. */
  'publish-collection': { roles: ['owner', 'manager'], needsFreshCode: true },
  /** Tax invoices and credit notes, which name the customer. */
  'read-tax-documents': { roles: ['owner', 'manager', 'accountant'] },
  /** Reads the PAN of an order in full; other readers of tax documents see it masked. */
  'read-pan': { roles: ['owner', 'accountant'], needsFreshCode: true },
  'export-tax-documents': { roles: ['owner', 'accountant'], needsFreshCode: true },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof PERMISSIONS

const RULES: Readonly<Record<Permission, Rule>> = PERMISSIONS

export function isPermitted(role: Role, permission: Permission): boolean {
  return RULES[permission].roles.includes(role)
}

export function rolesWith(permission: Permission): readonly Role[] {
  return RULES[permission].roles
}

export function needsFreshCode(permission: Permission): boolean {
  return RULES[permission].needsFreshCode === true
}

/** How long a code of the second factor counts as fresh. */
export const FRESH_CODE_MINUTES = 10

export const ROLE_TEXT: Readonly<Record<Role, { readonly label: string; readonly may: string }>> = {
  owner: { label: 'Owner', may: 'do everything' },
  manager: {
    label: 'Manager',
    may: 'do the daily work, publish rates and products, and see who the staff are',
  },
  packer: { label: 'Packer', may: 'pack and send parcels' },
  accountant: { label: 'Accountant', may: 'read money and the audit log' },
  support: { label: 'Support', may: 'answer customers' },
}
