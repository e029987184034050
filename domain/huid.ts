/** Hallmark unique identification: six characters, one per piece of hallmarked gold. */
export const HUID = /^[0-9A-Z]{6}$/

/**
 * The HUID that the bar or QR code of a tag contains: alone, after that word, or as the only matching token. A mark of
 * purity (22K916) has six characters too. Null if it is ambiguous.
 */
export function huidIn(text: string): string | null {
  const code = text.trim().toUpperCase()
  const named = /HUID\W{0,3}([0-9A-Z]{6})(?![0-9A-Z])/.exec(code)?.[1]
  if (named !== undefined) return named
  const tokens = (code.match(/[0-9A-Z]+/g) ?? []).filter(
    (token) => HUID.test(token) && !PURITY_MARK.test(token),
  )
  const isCertain =
    tokens.length === 1 && (code.length === HUID_LENGTH || !/^[A-Z]+$|^\d+$/.test(tokens[0] ?? ''))
  return isCertain ? (tokens[0] ?? null) : null
}

const HUID_LENGTH = 6
/** Such as 22K916. */
const PURITY_MARK = /^\d{1,2}K\d{3}$/
