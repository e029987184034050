/**
 * The buyer, as tax law requires (D42): the PAN for a large order, and the GSTIN of a business.
 *
 * PAN: section 139A(5)(c) of the Income-tax Act, 1961, with Rule 114B of the Income-tax Rules, 1962: a sale of goods
 * above ₹2,00,000, however it is paid; a buyer without a PAN declares by Form 60. The Income-tax Act, 2025, and the
 * Income-tax Rules, 2026 have replaced them since 1 April 2026; the accountant confirms that the amount is unchanged.
 * The shop requires a PAN from exactly that amount.
 */
import { isGstin, panOfGstin, stateOfGstin } from './gstin.ts'
import { formatWholeRupees, rupees, type Paise } from './money.ts'
import { stateNamed } from './tax.ts'

/** The amount paid, including delivery and tax. */
export const PAN_NEEDED_FROM: Paise = rupees(2_00_000)

export function needsPan(total: Paise): boolean {
  return total >= PAN_NEEDED_FROM
}

export const BUSINESS_NAME_LENGTH_MAX = 120

export interface BusinessBuyer {
  readonly gstin: string
  readonly name: string
}

/** As an order stores it; null for a private person. */
export function businessOf(order: {
  readonly gstin: string | null
  readonly businessName: string | null
}): BusinessBuyer | null {
  return order.gstin === null ? null : { gstin: order.gstin, name: order.businessName ?? '' }
}

/** Names in the API and the form. */
export type TaxIdentityField = 'pan' | 'gstin' | 'business_name'
/** A business if one of the last two is present, even if empty. */
export type TypedTaxIdentity = Readonly<Partial<Record<TaxIdentityField, string | undefined>>>
export type TaxIdentityErrors = Readonly<Partial<Record<TaxIdentityField, string>>>

export interface TaxIdentity {
  /** Null if none is required; that of a business is in its GSTIN. */
  readonly pan: string | null
  readonly business: BusinessBuyer | null
}

/** People type both with gaps and in lower case. */
function normalizeTaxNumber(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** The fourth letter encodes the holder: a person, a company, a firm … */
const PAN = /^[A-Z]{3}[ABCEFGHJKLPT][A-Z]\d{4}[A-Z]$/

/** Such as ABCDE****F. */
export function maskPan(pan: string): string {
  return `${pan.slice(0, 5)}****${pan.slice(-1)}`
}

export const TAX_IDENTITY_TEXTS = {
  panNeeded: `PAN is required for orders from ${formatWholeRupees(PAN_NEEDED_FROM)}`,
  panInvalid: 'Please enter a PAN of ten characters, such as ABCPE1234F',
  panOfAnother: 'This is not the PAN within your GSTIN',
  gstinMissing: 'GSTIN is required for a business',
  gstinInvalid: 'Please check the GSTIN: one of its 15 characters is wrong',
  gstinWithoutState: 'Please choose the state of the delivery address first',
  gstinOfAnotherState: 'The delivery address must be in the state of the GSTIN',
  nameMissing: 'Business name is required with a GSTIN',
} as const

export interface OrderToIdentify {
  readonly total: Paise
  /** State of the delivery address. */
  readonly state: string
  /** The shop already has the PAN of this order. */
  readonly hasPan?: boolean
}

/** The errors by field; a PAN that is not required is ignored. */
export function taxIdentityErrors(
  typed: TypedTaxIdentity,
  { total, state, hasPan = false }: OrderToIdentify,
): TaxIdentityErrors {
  const { pan, business } = taxIdentityOf(typed, total)
  const gstin = business ? gstinError(business.gstin, state) : null
  const isNameMissing = business?.name === ''
  const panError =
    !needsPan(total) || gstin ? null : business ? panOfAnother(typed, business) : panErrorOf(pan)
  const isKept = hasPan && panError === TAX_IDENTITY_TEXTS.panNeeded
  return {
    ...(panError && !isKept && { pan: panError }),
    ...(gstin && { gstin }),
    ...(isNameMissing && { business_name: TAX_IDENTITY_TEXTS.nameMissing }),
  }
}

/** Valid only if there are no errors. */
export function taxIdentityOf(typed: TypedTaxIdentity, total: Paise): TaxIdentity {
  const gstin = normalizeTaxNumber(typed.gstin ?? '')
  const name = typed.business_name?.trim() ?? ''
  const pan = normalizeTaxNumber(typed.pan ?? '')
  const isBusiness = typed.gstin !== undefined || typed.business_name !== undefined
  const business = isBusiness ? { gstin, name } : null
  return { business, pan: needsPan(total) && !business && pan !== '' ? pan : null }
}

function panErrorOf(pan: string | null): string | null {
  if (pan === null) return TAX_IDENTITY_TEXTS.panNeeded
  return PAN.test(pan) ? null : TAX_IDENTITY_TEXTS.panInvalid
}

function panOfAnother({ pan = '' }: TypedTaxIdentity, { gstin }: BusinessBuyer): string | null {
  const typed = normalizeTaxNumber(pan)
  return typed === '' || typed === panOfGstin(gstin) ? null : TAX_IDENTITY_TEXTS.panOfAnother
}

/**
 * The place of supply is the state of delivery. Goods sent for a business to another state would be supplied at the
 * business's location (section 10(1)(b) of the IGST Act), which the order's tax does not support.
 */
function gstinError(gstin: string, state: string): string | null {
  if (gstin === '') return TAX_IDENTITY_TEXTS.gstinMissing
  if (!isGstin(gstin)) return TAX_IDENTITY_TEXTS.gstinInvalid
  const deliveredTo = stateNamed(state)
  if (deliveredTo === null) return TAX_IDENTITY_TEXTS.gstinWithoutState
  return stateOfGstin(gstin) === deliveredTo ? null : TAX_IDENTITY_TEXTS.gstinOfAnotherState
}
