/** The same text for the same value, whatever the order of its keys, which a database may change. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, withSortedKeys)
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
