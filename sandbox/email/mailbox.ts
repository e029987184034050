/** Every e-mail of the shop, for developers and tests. */
import { Hono } from 'hono'
import { html } from 'hono/html'
import PostalMime, { decodeWords, type Email } from 'postal-mime'
import { formatIndiaDateTime } from '#domain/time.ts'
import type { Env } from '#sandbox/http.ts'
import { contentPolicy, page } from '#sandbox/page.ts'
import type { Store } from '#sandbox/store.ts'

interface Row {
  id: number
  recipients: string
  raw: Uint8Array
  received_at: number
}

interface ReceivedEmail {
  row: Row
  to: string
  from: string
  text: string
  html: string
  content: Email
}

const LISTED_MAX = 200

export function mailbox(store: Store): Hono<Env> {
  const routes = new Hono<Env>()

  /** Newest first; `to` is the address of one recipient. */
  function listEmails(to: string | undefined): Promise<ReceivedEmail[]> {
    const rows = store.all<Row>(
      `select * from mail where ?1 is null or exists (select 1 from json_each(recipients) where value = ?1)
       order by id desc limit ?2`,
      to === undefined ? null : to.trim().toLowerCase(),
      LISTED_MAX,
    )
    return Promise.all(rows.map(parseEmail))
  }

  routes.get('/mailbox.json', async (c) => {
    const emails = await listEmails(c.req.query('to'))
    return c.json(
      emails.map(({ row, to, from, text, html, content }) => ({
        id: row.id,
        messageId: content.messageId ?? '',
        to,
        from,
        subject: content.subject ?? '',
        text,
        html,
        receivedAt: new Date(row.received_at).toISOString(),
      })),
    )
  })

  routes.get('/mailbox', async (c) => {
    c.header('content-security-policy', contentPolicy())
    const body = emailList(await listEmails(c.req.query('to')))
    return c.html(page({ title: 'Mailbox', root: './', body }))
  })

  routes.get('/mailbox/:id', async (c) => {
    const row = store.first<Row>('select * from mail where id = ?', Number(c.req.param('id')) || 0)
    if (!row) {
      c.header('content-security-policy', contentPolicy())
      const body = html`<p><a href="../mailbox">Back to the mailbox</a></p>`
      return c.html(page({ title: 'No such message', root: '../', body }), 404)
    }
    // The frame with the e-mail's HTML inherits this policy: styles and pictures are allowed, scripts are not.
    const policy = contentPolicy({
      'style-src': "'self' 'unsafe-inline'",
      'img-src': '* data:',
      'frame-src': "'self'",
    })
    c.header('content-security-policy', policy)
    return c.html(emailPage(await parseEmail(row)))
  })

  return routes
}

async function parseEmail(row: Row): Promise<ReceivedEmail> {
  const content = await PostalMime.parse(row.raw)
  // Stored by the SMTP server as a JSON list.
  const recipients: string[] = JSON.parse(row.recipients)
  return {
    row,
    to: recipients.join(', '),
    from: content.from?.address ?? '',
    text: withoutLastLineBreak(content.text),
    html: withoutLastLineBreak(content.html),
    content,
  }
}

/** postal-mime appends a line break to each text. */
function withoutLastLineBreak(text = ''): string {
  return text.replace(/\n$/, '')
}

function subjectOf({ content }: ReceivedEmail): string {
  return content.subject || '(no subject)'
}

function emailList(emails: readonly ReceivedEmail[]) {
  return html`<p class="soft">
      E-mails of the shop are stored here and not delivered. Newest first. <a href="mailbox">Refresh</a>
    </p>
    ${emails.length === 0 ? html`<p>No e-mails yet.</p>` : ''}
    <ul class="plain">
      ${emails.map(
        (email) =>
          html`<li>
            <a class="card" href="mailbox/${email.row.id}">
              <strong>${subjectOf(email)}</strong>
              To ${email.to}
              <span class="soft">· ${formatIndiaDateTime(new Date(email.row.received_at))}</span>
            </a>
          </li>`,
      )}
    </ul>`
}

function emailPage(email: ReceivedEmail) {
  const { attachments, headers } = email.content
  const body = html`<p><a href="../mailbox">Back to the mailbox</a></p>
    <dl>
      <dt>From</dt>
      <dd>${email.from}</dd>
      <dt>To</dt>
      <dd>${email.to}</dd>
      <dt>Received</dt>
      <dd>${formatIndiaDateTime(new Date(email.row.received_at))}</dd>
    </dl>
    ${
      email.text
        ? html`<h2>Text</h2>
            <pre>${linkUrls(email.text)}</pre>`
        : ''
    }
    ${
      email.html
        ? html`<h2>HTML</h2>
            <iframe
              class="message"
              title="The message as HTML"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcdoc="${`<base target="_blank">${email.html}`}"
            ></iframe>`
        : ''
    }
    ${attachments.length > 0 ? attachmentList(attachments) : ''}
    <h2>Headers</h2>
    <dl>
      ${headers.map(
        ({ originalKey, value }) =>
          html`<dt>${originalKey}</dt>
            <dd>${decodeWords(value)}</dd>`,
      )}
    </dl>`
  return page({ title: subjectOf(email), root: '../', body })
}

/** postal-mime gives content as an ArrayBuffer unless another encoding is requested. */
function attachmentList(attachments: Email['attachments']) {
  return html`<h2>Attachments</h2>
    <ul>
      ${attachments.map(
        ({ filename, mimeType, content }) =>
          html`<li>
            ${filename ?? 'untitled'}
            <span class="soft">${mimeType}, ${(content as ArrayBuffer).byteLength} bytes</span>
          </li>`,
      )}
    </ul>`
}

/** A full stop or bracket after a URL is not part of it. */
function linkUrls(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}
