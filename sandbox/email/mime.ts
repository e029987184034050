/** Reads a raw message as far as mail programs of today write it: RFC 5322 headers, RFC 2045 parts, RFC 2047 words. */

export interface ReceivedEmail {
  headers: { name: string; value: string }[]
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments: { name: string; type: string; bytes: number }[]
}

type Header = { name: string; value: string }

/** Never throws: what can't be read is left as it came. */
export function parseEmail(raw: Uint8Array): ReceivedEmail {
  // Latin-1 keeps one character a byte, so that a part's bytes can be had back from the text.
  const whole = Buffer.from(raw).toString('latin1')
  const { headers, body } = split(whole)
  const letter: ReceivedEmail = {
    headers: headers.map(({ name, value }) => ({ name, value: decodeWords(value) })),
    from: addressOf(decodeWords(valueOf(headers, 'from'))),
    to: decodeWords(valueOf(headers, 'to'))
      .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      .map(addressOf)
      .filter((address) => address !== '')
      .join(', '),
    subject: decodeWords(valueOf(headers, 'subject')),
    text: '',
    html: '',
    attachments: [],
  }
  readPart(headers, body, letter)
  return letter
}

function readPart(headers: Header[], body: string, letter: ReceivedEmail) {
  const type = parameters(valueOf(headers, 'content-type') || 'text/plain')
  const boundary = type.get('boundary')
  if (type.get('')?.startsWith('multipart/') && boundary) {
    for (const part of partsOf(body, boundary)) {
      const inner = split(part)
      readPart(inner.headers, inner.body, letter)
    }
    return
  }
  const bytes = decodeTransfer(body, valueOf(headers, 'content-transfer-encoding').trim().toLowerCase())
  const disposition = parameters(valueOf(headers, 'content-disposition'))
  const kind = type.get('') ?? 'text/plain'
  const attached = disposition.get('') === 'attachment' || !kind.startsWith('text/')
  if (attached) {
    const name = decodeWords(disposition.get('filename') ?? type.get('name') ?? 'untitled')
    letter.attachments.push({ name, type: kind, bytes: bytes.length })
    return
  }
  const words = decodeCharset(bytes, type.get('charset') ?? 'utf-8').replaceAll('\r\n', '\n')
  if (kind === 'text/html') letter.html ||= words
  else letter.text ||= words
}

function split(message: string): { headers: Header[]; body: string } {
  const gap = /\r?\n\r?\n/.exec(message)
  const head = gap ? message.slice(0, gap.index) : message
  const body = gap ? message.slice(gap.index + gap[0].length) : ''
  const headers = head
    .replaceAll(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)
    .map((line) => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, Math.max(colon, 0)).trim(), value: line.slice(colon + 1).trim() }
    })
    .filter((header) => header.name !== '')
  return { headers, body }
}

/** A part begins after its boundary line and ends before the line break of the next. */
function partsOf(body: string, boundary: string): string[] {
  const parts: string[] = []
  let part: string[] | null = null
  for (const line of body.split(/\r?\n/)) {
    if (line.trimEnd() === `--${boundary}` || line.trimEnd() === `--${boundary}--`) {
      if (part) parts.push(part.join('\r\n'))
      part = line.trimEnd().endsWith(`${boundary}--`) ? null : []
    } else {
      part?.push(line)
    }
  }
  return parts
}

function valueOf(headers: Header[], name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? ''
}

/** `text/html; charset="utf-8"` → '' is text/html, charset is utf-8. */
function parameters(value: string): Map<string, string> {
  const [first = '', ...rest] = value.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  const found = new Map([['', first.trim().toLowerCase()]])
  for (const pair of rest) {
    const equals = pair.indexOf('=')
    if (equals < 0) continue
    const name = pair.slice(0, equals).trim().toLowerCase()
    const text = pair.slice(equals + 1).trim()
    found.set(name, text.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/g, '$1'))
  }
  return found
}

function decodeTransfer(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding === 'quoted-printable') return decodeQuoted(body.replaceAll(/=\r?\n/g, ''))
  return Buffer.from(body, 'latin1')
}

function decodeQuoted(text: string): Buffer {
  const latin1 = text.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(latin1, 'latin1')
}

function decodeCharset(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** `=?UTF-8?Q?Caf=C3=A9?=`: neighbouring words are joined as bytes, since a character may be cut in two. */
export function decodeWords(value: string): string {
  const word = /=\?([^?\s]+)\?([bq])\?([^?\s]*)\?=/gi
  const joined = value.replaceAll(/(\?=)\s+(?==\?)/g, '$1')
  let decoded = ''
  let end = 0
  let pending: { charset: string; bytes: Buffer } | null = null

  for (const match of joined.matchAll(word)) {
    const [whole, charset = 'utf-8', encoding = 'q', text = ''] = match
    const bytes =
      encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : decodeQuoted(text.replaceAll('_', ' '))
    if (pending && match.index === end && pending.charset.toLowerCase() === charset.toLowerCase()) {
      pending = { charset, bytes: Buffer.concat([pending.bytes, bytes]) }
    } else {
      if (pending) decoded += decodeCharset(pending.bytes, pending.charset)
      decoded += joined.slice(end, match.index)
      pending = { charset, bytes }
    }
    end = match.index + whole.length
  }
  if (pending) decoded += decodeCharset(pending.bytes, pending.charset)
  const rest = joined.slice(end)
  // A header in plain UTF-8 (RFC 6532) was read byte for byte.
  return decoded + (/[\u0080-\u00ff]/.test(rest) ? decodeCharset(Buffer.from(rest, 'latin1'), 'utf-8') : rest)
}

function addressOf(text: string): string {
  return (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim()
}
