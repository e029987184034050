/** Reads the text of the PDFs that pdfkit writes. */
import { inflateSync } from 'node:zlib'

export interface PdfContent {
  /** The text of each page, in lines, in the order in which it is drawn. */
  readonly pages: readonly string[]
  readonly fonts: { readonly used: number; readonly embedded: number }
  /** The letters of each glyph that is drawn; several for a conjunct. */
  readonly letters: readonly string[]
  /** How often a character is drawn that its font lacks. */
  readonly missingGlyphs: number
}

/** Objects of the file by their number. */
type Objects = ReadonlyMap<string, string>
/** The letters of a font by their glyph, in hexadecimal. */
type Letters = ReadonlyMap<string, string>

const MISSING_GLYPH = '0000'

export function readPdf(pdf: Buffer): PdfContent {
  const objects: Objects = new Map(
    Array.from(
      pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms),
      ([, id = '', body = '']) => [id, body],
    ),
  )
  const bodies = [...objects.values()]
  const fonts = lettersByFont(objects)
  const contents = bodies
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((body) => referencedStream(objects, body, 'Contents'))
  return {
    pages: contents.map((content) => linesIn(content, fonts).map(joined).join('\n')),
    letters: contents.flatMap((content) => linesIn(content, fonts).flat()),
    fonts: {
      used: bodies.filter((body) => body.includes('/Subtype /Type0')).length,
      embedded: bodies.filter((body) => body.includes('/FontFile2 ')).length,
    },
    missingGlyphs: contents.flatMap(glyphsIn).filter((glyph) => glyph === MISSING_GLYPH).length,
  }
}

function lettersByFont(objects: Objects): ReadonlyMap<string, Letters> {
  const resources = [...objects.values()].flatMap((body) =>
    Array.from(body.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = '', id = '']) => [name, id] as const),
  )
  return new Map(
    resources.map(([name, id]) => {
      const map = referencedStream(objects, objects.get(id) ?? '', 'ToUnicode')
      const ranges = Array.from(
        map.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/g),
        ([, first = '', letters = '']) => ({ first: Number.parseInt(first, 16), letters }),
      )
      const letters = ranges.flatMap((range) =>
        Array.from(range.letters.matchAll(/<([\w ]*)>/g), ([, codes = ''], place) => {
          const glyph = (range.first + place).toString(16).padStart(4, '0')
          return [glyph, Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')] as const
        }),
      )
      return [name, new Map(letters)]
    }),
  )
}

function referencedStream(objects: Objects, body: string, key: string): string {
  const id = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1] ?? ''
  const compressed = /stream\n(.*)\nendstream/s.exec(objects.get(id) ?? '')?.[1]
  return compressed === undefined ? '' : inflateSync(Buffer.from(compressed, 'latin1')).toString('latin1')
}

function joined(letters: readonly string[]): string {
  return letters.join('')
}

/** The letters of each glyph of each line. */
function linesIn(content: string, fonts: ReadonlyMap<string, Letters>): string[][] {
  const lines: string[][] = []
  let letters: Letters | undefined
  let height: string | undefined
  for (const [operation, y, font] of content.matchAll(/1 0 0 1 \S+ (\S+) Tm|\/(F\d+) \S+ Tf|\[.*?\] TJ/g)) {
    if (y !== undefined) {
      if (y !== height) lines.push([])
      height = y
    } else if (font === undefined)
      lines.at(-1)?.push(...glyphsIn(operation).map((glyph) => letters?.get(glyph) ?? ''))
    else letters = fonts.get(font)
  }
  return lines
}

function glyphsIn(content: string): string[] {
  return Array.from(content.matchAll(/\[(.*?)\] TJ/g), ([, shown = '']) =>
    Array.from(shown.matchAll(/<(\w*)>/g), ([, hex = '']) => hex.match(/.{4}/g) ?? []).flat(),
  ).flat()
}
