/** The building blocks of an e-mail, as plain text and as HTML. */
import type { ShopContact } from '#domain/shop-particulars.ts'
import { SHOP } from '#domain/shop.ts'

export interface EmailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type Part =
  | { readonly paragraph: string }
  /** Text that someone else entered, with its line breaks. */
  | { readonly quote: string }
  | { readonly rows: readonly Row[] }
  | { readonly pieces: readonly Piece[] }
  | { readonly button: string; readonly url: string }
  /** Less prominent than a button. */
  | { readonly link: string; readonly url: string }
export interface Row {
  readonly label: string
  readonly value: string
  readonly isTotal?: boolean
}

export interface Piece {
  readonly name: string
  readonly quantity: number
}

/** Without the foot, which `withFoot` adds when the e-mail is sent. */
export function renderEmail(subject: string, parts: readonly Part[]): EmailContent {
  return {
    subject,
    text: parts.map(toText).join('\n\n'),
    html: renderPage(subject, parts.map(toHtml).join('\n')),
  }
}

/** Cannot occur in text that people enter, because that is escaped. */
const FOOT = '<!-- foot -->'

/** Adds the contact details. An e-mail that already has a foot, such as a newsletter, stays as it is. */
export function withFoot<Email extends EmailContent>(email: Email, contact: ShopContact): Email {
  const { text, html } = email
  if (!html.includes(FOOT)) return email
  const { city, phone, email: address } = contact
  return {
    ...email,
    text: `${text}\n\n${SHOP.name}, ${city}\n${phone} · ${address}`,
    html: html.replace(FOOT, () => renderFoot(contact)),
  }
}

function toText(part: Part): string {
  if ('paragraph' in part) return part.paragraph
  if ('quote' in part) return part.quote.replace(/^/gm, '  ')
  if ('rows' in part) return part.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
  if ('pieces' in part) return part.pieces.map(({ name, quantity }) => `${name} × ${quantity}`).join('\n')
  return `${'button' in part ? part.button : part.link}:\n${part.url}`
}

const INK = '#3a1730'
const GOLD = '#8a6a1f'
const PAPER = '#fbf7ef'
const SERIF = `Georgia,'Times New Roman',serif`

function toHtml(part: Part): string {
  if ('paragraph' in part) return `<p style="margin:0 0 16px">${escapeHtml(part.paragraph)}</p>`
  if ('quote' in part)
    return `<p style="margin:0 0 16px;padding-left:16px;border-left:2px solid ${GOLD}">${escapeHtml(part.quote).replaceAll(/\r?\n/g, '<br>')}</p>`
  if ('rows' in part)
    return `<table role="presentation" width="100%" cellspacing="0" style="margin:0 0 16px;border-top:1px solid ${GOLD}">${part.rows.map(renderRow).join('')}</table>`
  if ('pieces' in part)
    return toHtml({
      rows: part.pieces.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })),
    })
  if ('link' in part)
    return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.url)}" style="color:${INK}">${escapeHtml(part.link)}</a></p>`
  // Every program shows the colour of a cell; Outlook on Windows ignores the padding of links.
  return `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 16px"><tr><td bgcolor="${INK}" style="padding:12px 24px;background:${INK}"><a href="${escapeHtml(part.url)}" style="color:${PAPER};text-decoration:none">${escapeHtml(part.button)}</a></td></tr></table>`
}

function renderRow({ label, value, isTotal = false }: Row): string {
  const style = `padding:8px 0;border-bottom:1px solid #e6dcc6;vertical-align:top${isTotal ? ';font-weight:bold' : ''}`
  return `<tr><td style="${style}">${escapeHtml(label)}</td><td align="right" style="${style};padding-left:16px;white-space:nowrap">${escapeHtml(value)}</td></tr>`
}

function renderPage(subject: string, body: string): string {
  return `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${PAPER};color:${INK};font:16px/1.5 ${SERIF};word-break:break-word">
<div style="max-width:560px;margin:0 auto;padding:40px 24px 32px">
${renderLetterhead((name, style) => `<span style="${style}">${name}</span>`)}
<div style="padding-top:32px">
${body}
</div>
${FOOT}
</div>
</body>
</html>
`
}

/** The head of every e-mail. The classes serve newsletters on dark screens. */
export function renderLetterhead(renderName: (name: string, style: string) => string): string {
  const style = `color:${INK};font:400 26px/1.2 ${SERIF};letter-spacing:7px;text-transform:uppercase`
  // The space balances the one after the last letter.
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"><tr><td align="center">
${renderName(`&nbsp;${SHOP.shortName}`, style)}
<p class="gold" style="margin:8px 0 0;color:${GOLD};font:italic 400 14px/1.4 ${SERIF};letter-spacing:.4px">Jewellers in ${SHOP.city}, since ${SHOP.since}</p>
<table role="presentation" align="center" width="72" cellspacing="0" cellpadding="0" border="0" style="margin-top:20px"><tr><td class="rule" style="border-top:1px solid ${GOLD};font-size:0;line-height:0">&nbsp;</td></tr></table>
</td></tr></table>`
}

function renderFoot({ city, phone, email }: ShopContact): string {
  const [place, number, address] = [`${SHOP.name}, ${city}`, phone, email].map(escapeHtml)
  return `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid ${GOLD};font-size:14px">${place}<br>${number} · <a href="mailto:${address}" style="color:${INK}">${address}</a></p>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
