/**
 * Indian number format without Intl, whose set-up delays the first price on a slow phone by a tenth of a second, and
 * which differs between browsers, so that hydration would not match the prerendered HTML.
 */

/** Formats `12,34,567`. `whole` is a non-negative whole number. */
export function groupDigits(whole: number): string {
  return String(whole).replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',')
}

/** 3.6, 0.62 and 18: up to three decimals. `value` is not negative. */
export function formatDecimals(value: number): string {
  const thousandths = Math.round(value * 1000)
  const decimals = String(thousandths % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return groupDigits(Math.floor(thousandths / 1000)) + (decimals && `.${decimals}`)
}
