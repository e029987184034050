import { MINUTE_MS } from '#domain/time.ts'

/** Passes a file to the browser's downloads. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}

/** A PDF in base64, named by its number. */
export function savePdf(number: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  saveFile(`${number.replaceAll('/', '-')}.pdf`, bytes, 'application/pdf')
}
