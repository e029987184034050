/** Limits of what people enter: lengths and quantities. */

export const PINCODE_LENGTH = 6
export const PHONE_LENGTH_MIN = 10
export const NAME_LENGTH_MAX = 120
export const EMAIL_LENGTH_MAX = 254
export const PASSWORD_LENGTH_MIN = 6
/** Minimum for new passwords of staff, who can access all orders; existing shorter ones stay valid. */
export const STAFF_PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 128

/** Keeps sums far below overflow. */
export const LINE_QUANTITY_MAX = 99
export const CART_LINES_MAX = 120
