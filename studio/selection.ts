/** `rings/801` selects one piece, `rings` all of the type; without selectors, everything is selected. */
export function isSelected(sku: string, selectors: readonly string[]): boolean {
  if (selectors.length === 0) return true
  return selectors.some((selector) => {
    const name = selector.replace('/', '-')
    return sku === name || (sku.startsWith(`${name}-`) && /^\d+$/.test(sku.slice(name.length + 1)))
  })
}
