/** `rings/801` selects one piece, `rings` all of the type; without arguments, everything is selected. */
export function isAskedFor(sku: string, only: readonly string[]): boolean {
  if (only.length === 0) return true
  return only.some((argument) => {
    const name = argument.replace('/', '-')
    return sku === name || (sku.startsWith(`${name}-`) && /^\d+$/.test(sku.slice(name.length + 1)))
  })
}
