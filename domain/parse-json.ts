/** Undefined for a text that is not JSON: no JSON text parses to undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
