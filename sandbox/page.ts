/** The layout of every sandbox page: rendered by the server, without scripts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html } from 'hono/html'

type Markup = ReturnType<typeof html>

/** `root` is the relative path to the sandbox's root, which may be served below a path. */
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

/** The base style sheet followed by that in `file`, a path below the sandbox's folder. */
export function readStyles(file: string): string {
  return ['base.css', file].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('')
}

/** No scripts, unless `directives` replace or add some. */
export function contentPolicy(directives: Readonly<Record<string, string>> = {}): string {
  return Object.entries({
    'default-src': "'none'",
    'base-uri': "'none'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...directives,
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}
