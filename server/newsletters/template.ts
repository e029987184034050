/**
 * The e-mail of a newsletter: one fixed design as HTML and as text. E-mail programs support tables and inline styles;
 * the style element contains only the dark-screen changes. Staff text is escaped, and every link leads to the shop.
 */
import type { Collection, PricedProduct } from '#domain/collection.ts'
import { formatRupeesAsNeeded } from '#domain/money.ts'
import { paragraphsOf, type NewsletterContent } from '#domain/newsletter.ts'
import { presentationOf } from '#domain/presentation.ts'
import { availabilityOf, pictureBase, type Sku } from '#domain/product.ts'
import { MADE_TO_ORDER_DAYS } from '#domain/deadlines.ts'
import { SHOP } from '#domain/shop.ts'
import { contactOf, sellerOf, type ShopParticulars } from '#domain/shop-particulars.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { escapeHtml, renderLetterhead, type EmailContent } from '#server/email/render-email.ts'
import { findPiece } from './pieces.ts'

export interface NewsletterSource {
  readonly content: NewsletterContent
  readonly collection: Collection
  /** Without a trailing slash. */
  readonly siteUrl: string
  /** Null before they are entered. */
  readonly particulars: ShopParticulars | null
  /** The date of the prices. */
  readonly now: Date
  /** Null without an unsubscribe link, as in a test e-mail. */
  readonly unsubscribeUrl: string | null
}

interface Piece {
  readonly name: string
  readonly price: string
  /** The price before the reduction. */
  readonly listPrice: string | null
  readonly note: string
  readonly pictureUrl: string
  readonly pictureText: string
  readonly url: string
}

interface Parts extends Pick<NewsletterContent, 'subject' | 'teaser' | 'greeting'> {
  readonly paragraphs: readonly string[]
  readonly closing: readonly string[]
  readonly pieces: readonly Piece[]
  readonly button: { readonly label: string; readonly url: string } | null
  readonly priceNote: string
  readonly siteUrl: string
  readonly unsubscribeUrl: string | null
  readonly shop: { readonly address: string; readonly phone: string; readonly email: string }
}

export function renderNewsletter(email: NewsletterSource): EmailContent {
  const parts = partsOf(email)
  return { subject: parts.subject, text: toText(parts), html: toHtml(parts) }
}

function partsOf(source: NewsletterSource): Parts {
  const { content, collection, siteUrl, particulars, now, unsubscribeUrl } = source
  const { subject, teaser, greeting, text, closing } = content
  const pieces = content.pieces.flatMap((sku) => pieceOf(sku, collection, siteUrl) ?? [])
  return {
    subject,
    teaser,
    greeting,
    paragraphs: paragraphsOf(text),
    closing: closing.split(/\r?\n/).filter((line) => line.trim() !== ''),
    pieces,
    button: buttonOf(content, siteUrl),
    priceNote:
      pieces.length === 0
        ? ''
        : `Prices of ${formatIndiaDate(now)}, with GST. They follow the metal rates of the day.`,
    siteUrl,
    unsubscribeUrl,
    shop: shopOf(particulars),
  }
}

function shopOf(particulars: ShopParticulars | null): Parts['shop'] {
  const { name, address } = sellerOf(particulars)
  return { ...contactOf(particulars), address: `${name}, ${address}, India` }
}

function pieceOf(sku: Sku, collection: Collection, siteUrl: string): Piece | null {
  const product = findPiece(sku, collection)
  if (!product) return null
  const { type, id, name, price, pictures, firstPhotograph } = product
  return {
    name,
    price: formatRupeesAsNeeded(price.amount),
    listPrice: price.saving > 0 ? formatRupeesAsNeeded(price.listPrice) : null,
    note: noteOf(product),
    // Outlook on Windows shows no WebP. The build has a JPEG as well; an uploaded photograph has none.
    pictureUrl: `${siteUrl}${pictureBase(product, 1)}-1024.${firstPhotograph === undefined ? 'jpg' : 'webp'}`,
    pictureText: pictures[0],
    url: `${siteUrl}/${type}/${id}`,
  }
}

function noteOf(product: PricedProduct): string {
  return availabilityOf(product) === 'made to order' ? `Made to order in ${MADE_TO_ORDER_DAYS} days` : ''
}

function buttonOf({ button }: NewsletterContent, siteUrl: string): Parts['button'] {
  if (button === 'none') return null
  return button === 'home'
    ? { label: 'Visit the shop', url: `${siteUrl}/` }
    : { label: `See all ${presentationOf(button).label.toLowerCase()}`, url: `${siteUrl}/${button}` }
}

const SUBSCRIBED = `You receive this because you subscribed to the newsletter of ${SHOP.name}.`

function toText(parts: Parts): string {
  const { greeting, paragraphs, closing, pieces, button, priceNote, unsubscribeUrl, shop } = parts
  return [
    ...(greeting === '' ? [] : [greeting]),
    ...paragraphs,
    ...(closing.length === 0 ? [] : [closing.join('\n')]),
    ...pieces.map(({ name, price, listPrice, note, url }) =>
      [name, `${price}${listPrice ? ` instead of ${listPrice}` : ''}`, ...(note ? [note] : []), url].join(
        '\n',
      ),
    ),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(priceNote ? [priceNote] : []),
    ['--', shop.address, `${shop.phone} · ${shop.email}`].join('\n'),
    unsubscribeUrl === null ? TEST_NOTE : `${SUBSCRIBED} To unsubscribe:\n${unsubscribeUrl}`,
  ].join('\n\n')
}

const TEST_NOTE = 'This is a test e-mail. Subscribers find the link to unsubscribe here.'

const PAPER = '#fbf7ef'
const INK = '#3a1730'
const SOFT = '#6d5464'
const GOLD = '#8a6a1f'
const LINE = '#dccba4'
const SERIF = `Georgia,'Times New Roman',serif`

/** Gmail shows no more of the body next to the subject. */
const TEASER_END = '&#847;&zwnj;&nbsp;'.repeat(60)

const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#1d0f19!important;color:#f3e8dc!important}
.ink{color:#f3e8dc!important}
.soft{color:#c9b4c0!important}
.gold{color:#d8b667!important}
.line{border-color:#59404e!important}
.rule{border-color:#d8b667!important}
.action{background:#d8b667!important;color:#1d0f19!important}
}
@media (max-width:480px){.side{padding-left:20px!important;padding-right:20px!important}.wide{padding-left:0!important;padding-right:0!important}.grid{padding-left:12px!important;padding-right:12px!important}}`

function toHtml(parts: Parts): string {
  const [lead, ...others] = parts.pieces
  return `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escapeHtml(parts.subject)}</title><style>${DARK}</style></head>
<body class="paper" style="margin:0;padding:0;background:${PAPER};color:${INK};-webkit-text-size-adjust:100%">
${parts.teaser === '' ? '' : `<div style="display:none;font-size:1px;line-height:1px;max-height:0;overflow:hidden;opacity:0">${escapeHtml(parts.teaser)}${TEASER_END}</div>`}
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" class="paper" style="background:${PAPER}"><tr><td align="center">
<table role="presentation" width="600" cellspacing="0" cellpadding="0" border="0" style="width:100%;max-width:600px">
${headOf(parts)}
${lead ? row('0 20px 8px', leadOf(lead), 'wide') : ''}
${textOf(parts)}
${others.length > 0 ? row('32px 12px 0', gridOf(others), 'grid') : ''}
${buttonRow(parts)}
${footOf(parts)}
</table>
</td></tr></table>
</body>
</html>
`
}

function row(padding: string, content: string, name = 'side'): string {
  return `<tr><td class="${name}" style="padding:${padding}">${content}</td></tr>`
}

function headOf({ siteUrl }: Parts): string {
  return row(
    '40px 20px 28px',
    renderLetterhead(
      (name, style) =>
        `<a href="${escapeHtml(siteUrl)}/" class="ink" style="${style};text-decoration:none">${name}</a>`,
    ),
  )
}

function pictureOf({ pictureUrl, pictureText, url }: Piece, width: number): string {
  return `<a href="${escapeHtml(url)}" style="text-decoration:none"><img src="${escapeHtml(pictureUrl)}" width="${width}" alt="${escapeHtml(pictureText)}" class="ink" style="display:block;width:100%;height:auto;border:0;color:${INK};font:italic 400 14px/1.5 ${SERIF}"></a>`
}

function captionOf({ name, price, listPrice, note, url }: Piece, size: number): string {
  return `<p style="margin:0;font:400 ${size}px/1.3 ${SERIF}"><a href="${escapeHtml(url)}" class="ink" style="color:${INK};text-decoration:none">${escapeHtml(name)}</a></p>
<p class="gold" style="margin:6px 0 0;color:${GOLD};font:400 16px/1.4 ${SERIF}">${escapeHtml(price)}${listPrice === null ? '' : ` <s class="soft" style="color:${SOFT};font-size:14px">${escapeHtml(listPrice)}</s>`}</p>
${note === '' ? '' : `<p class="soft" style="margin:2px 0 0;color:${SOFT};font:italic 400 14px/1.4 ${SERIF}">${escapeHtml(note)}</p>`}`
}

function leadOf(piece: Piece): string {
  return `${pictureOf(piece, 560)}
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"><tr><td align="center" style="padding:20px 20px 0">${captionOf(piece, 23)}</td></tr></table>`
}

/** Two side by side, on phones too; a single last one is centred. */
function gridOf(pieces: readonly Piece[]): string {
  const rows: string[] = []
  for (let first = 0; first < pieces.length; first += 2) {
    const pair = pieces.slice(first, first + 2)
    const cells = pair.map(
      (piece) =>
        `<td width="50%" valign="top" align="center" style="width:50%;padding:0 8px 32px">${pictureOf(piece, 272)}<div style="padding-top:14px">${captionOf(piece, 18)}</div></td>`,
    )
    const edge = pair.length === 1 ? '<td width="25%" style="width:25%"></td>' : ''
    rows.push(
      `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"><tr>${edge}${cells.join('')}${edge}</tr></table>`,
    )
  }
  return rows.join('\n')
}

function textOf({ greeting, paragraphs, closing }: Parts): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 18px;font:400 17px/1.65 ${SERIF}">${escapeHtml(text).replaceAll(/\r?\n/g, '<br>')}</p>`
  const greetingHtml =
    greeting === '' ? '' : `<p style="margin:0 0 18px;font:400 21px/1.4 ${SERIF}">${escapeHtml(greeting)}</p>`
  const closingHtml =
    closing.length === 0
      ? ''
      : `<p class="gold" style="margin:26px 0 0;color:${GOLD};font:italic 400 18px/1.5 ${SERIF}">${closing.map(escapeHtml).join('<br>')}</p>`
  return row(
    '32px 44px 0',
    `<div class="ink" style="color:${INK}">${greetingHtml}${paragraphs.map(paragraph).join('\n')}${closingHtml}</div>`,
  )
}

function buttonRow({ button, pieces }: Parts): string {
  if (!button) return ''
  return row(
    `${pieces.length > 1 ? '4px' : '32px'} 20px 8px`,
    `<table role="presentation" align="center" cellspacing="0" cellpadding="0" border="0"><tr><td class="action" bgcolor="${INK}" style="background:${INK};border-radius:2px"><a href="${escapeHtml(button.url)}" class="action" style="display:inline-block;padding:15px 34px;color:${PAPER};background:${INK};text-decoration:none;font:400 16px/1.3 ${SERIF};border-radius:2px">${escapeHtml(button.label)}</a></td></tr></table>`,
  )
}

function footOf({ priceNote, unsubscribeUrl, shop }: Parts): string {
  const small = `margin:0 0 10px;color:${SOFT};font:400 14px/1.6 ${SERIF}`
  const link = (href: string, label: string) =>
    `<a href="${escapeHtml(href)}" class="ink" style="color:${INK};text-decoration:underline">${escapeHtml(label)}</a>`
  return row(
    '36px 44px 48px',
    `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"><tr><td align="center" class="line" style="border-top:1px solid ${LINE};padding-top:26px">
${priceNote === '' ? '' : `<p class="soft" style="${small}">${escapeHtml(priceNote)}</p>`}
<p class="soft" style="${small}">${escapeHtml(shop.address)}<br>${escapeHtml(shop.phone)} · ${link(`mailto:${shop.email}`, shop.email)}</p>
<p class="soft" style="${small}">${unsubscribeUrl === null ? TEST_NOTE : `${escapeHtml(SUBSCRIBED)}<br>${link(unsubscribeUrl, 'Unsubscribe')}`}</p>
</td></tr></table>`,
  )
}
