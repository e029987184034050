/** Everybody's mail, to be read by whoever develops or tests the shop. */
import { Hono } from 'hono'
import { html } from 'hono/html'
import { formatIndiaDateTime } from '#domain/time.ts'
import type { Env } from '#sandbox/http.ts'
import { contentPolicy, page } from '#sandbox/page.ts'
import type { Store } from '#sandbox/store.ts'
import { parseEmail, type ReceivedEmail } from './mime.ts'

interface Row {
  id: number
  sender: string
  recipients: string
  raw: Uint8Array
  received_at: number
}

const SHOWN_MAX = 200

export function mailbox(store: Store): Hono<Env> {
  const box = new Hono<Env>()

  /** Newest first; `to` is one recipient's address. */
  function emails(to: string | undefined): { row: Row; letter: ReceivedEmail }[] {
    const rows = store.all<Row>(
      `select * from mail where ?1 is null or exists (select 1 from json_each(recipients) where value = ?1)
       order by id desc limit ?2`,
      to === undefined ? null : to.trim().toLowerCase(),
      SHOWN_MAX,
    )
    return rows.map((row) => ({ row, letter: parseEmail(row.raw) }))
  }

  box.get('/mailbox.json', (c) =>
    c.json(
      emails(c.req.query('to')).map(({ row, letter }) => ({
        id: row.id,
        messageId: letter.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? '',
        to: recipientsOf(row).join(', '),
        from: letter.from,
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        receivedAt: new Date(row.received_at).toISOString(),
      })),
    ),
  )

  box.get('/mailbox', (c) => {
    c.header('content-security-policy', contentPolicy())
    const all = emails(c.req.query('to'))
    const body = html`<p class="soft">
        Whatever the shop mails is kept here and goes nowhere. Newest first.
        <a href="mailbox">Look again</a>
      </p>
      ${all.length === 0 ? html`<p>No mail yet.</p>` : ''}
      <ul class="plain">
        ${all.map(
          ({ row, letter }) =>
            html`<li>
              <a class="card" href="mailbox/${row.id}">
                <strong>${letter.subject || '(no subject)'}</strong>
                To ${recipientsOf(row).join(', ')}
                <span class="soft">· ${formatIndiaDateTime(new Date(row.received_at))}</span>
              </a>
            </li>`,
        )}
      </ul>`
    return c.html(page({ title: 'Mailbox', root: './', body }))
  })

  box.get('/mailbox/:id', (c) => {
    const row = store.first<Row>('select * from mail where id = ?', Number(c.req.param('id')) || 0)
    if (!row) {
      c.header('content-security-policy', contentPolicy())
      const body = html`<p><a href="../mailbox">To the mailbox</a></p>`
      return c.html(page({ title: 'No such message', root: '../', body }), 404)
    }
    // The letter's own page inherits this policy: it may be styled and have pictures, but run nothing.
    c.header(
      'content-security-policy',
      contentPolicy(["frame-src 'self'"])
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace("img-src 'self' data:", 'img-src * data:'),
    )
    return c.html(emailPage(row, parseEmail(row.raw)))
  })

  return box
}

function emailPage(row: Row, letter: ReceivedEmail) {
  const body = html`<p><a href="../mailbox">To the mailbox</a></p>
    <dl>
      <dt>From</dt>
      <dd>${letter.from}</dd>
      <dt>To</dt>
      <dd>${recipientsOf(row).join(', ')}</dd>
      <dt>Received</dt>
      <dd>${formatIndiaDateTime(new Date(row.received_at))}</dd>
    </dl>
    ${
      letter.text
        ? html`<h2>Text</h2>
            <pre>${linked(letter.text)}</pre>`
        : ''
    }
    ${
      letter.html
        ? html`<h2>HTML</h2>
            <iframe
              class="letter"
              title="The message as HTML"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcdoc="${`<base target="_blank">${letter.html}`}"
            ></iframe>`
        : ''
    }
    ${
      letter.attachments.length > 0
        ? html`<h2>Attachments</h2>
            <ul>
              ${letter.attachments.map(
                ({ name, type, bytes }) =>
                  html`<li>${name} <span class="soft">${type}, ${bytes} bytes</span></li>`,
              )}
            </ul>`
        : ''
    }
    <h2>Headers</h2>
    <dl>
      ${letter.headers.map(
        ({ name, value }) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>`
  return page({ title: letter.subject || '(no subject)', root: '../', body })
}

/** Addresses in the text become links; a full stop or bracket after one is not part of it. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/)
    .map((piece, place) => (place % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : html`${piece}`))
}

function recipientsOf(row: Row): string[] {
  return JSON.parse(row.recipients)
}
