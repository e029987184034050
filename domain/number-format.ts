/**
 * Figures as they are written in India. Not by Intl: setting that up takes a simple phone a tenth of a second before it
 * shows its first price, and browsers differ in it, while a figure must read in each as in the page that was built.
 */

/** 12,34,567: the last three digits, then two by two. `whole` is a whole number, not negative. */
export function groupDigits(whole: number): string {
  return String(whole).replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',')
}

/** 3.6, 0.62 and 18: up to three decimals, as many as are needed. `value` is not negative. */
export function formatDecimals(value: number): string {
  const thousandths = Math.round(value * 1000)
  const decimals = String(thousandths % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return groupDigits(Math.floor(thousandths / 1000)) + (decimals && `.${decimals}`)
}
