/** The frame of every page the sandbox shows: server-rendered, without scripts. */
import { html } from 'hono/html'

type Markup = ReturnType<typeof html>

/** `depth`: the way from the page back to the sandbox's root, as it may be served below a path. */
export function page(content: { title: string; root: string; body: Markup }): Markup {
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${content.title} · Swarnika sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${content.root}sandbox.css" />
      </head>
      <body>
        <header class="top">
          <a class="brand" href="${content.root}">Swarnika sandbox</a>
          <p class="mark">Test mode: no money moves</p>
        </header>
        <main>
          <h1>${content.title}</h1>
          ${content.body}
        </main>
      </body>
    </html>`
}

/** No scripts anywhere; `more` adds what one page needs. */
export function contentPolicy(more: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ')
}

/** '₹1,23,456.00' */
export function rupees(paise: number): string {
  return rupeeFormat.format(paise / 100)
}

const rupeeFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
