/** Reading and setting faults: JSON for programs, and a form for people. */
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { FAULT_KINDS, FAULTS, type Faults } from './faults.ts'
import { jsonOf, type Env } from './http.ts'
import { contentPolicy, page } from './page.ts'

export function faultPages(faults: Faults): Hono<Env> {
  const pages = new Hono<Env>()

  pages.get('/faults', (c) => {
    if (!c.req.header('accept')?.includes('text/html')) return c.json(faults.settings())
    c.header('content-security-policy', contentPolicy())
    return c.html(page({ title: 'Faults', root: './', body: form(faults) }))
  })

  pages.get('/faults/counts', (c) => c.json(faults.counts()))

  pages.put('/faults', async (c) => {
    try {
      return c.json(faults.set(await jsonOf(c)))
    } catch (trouble) {
      if (trouble instanceof z.ZodError) return c.json({ error: z.prettifyError(trouble) }, 400)
      throw trouble
    }
  })

  pages.post('/faults/form', async (c) => {
    const form = await c.req.parseBody()
    const rates = FAULT_KINDS.map((kind) => [kind, Number(form[kind])] as const).filter(
      ([, rate]) => rate > 0,
    )
    try {
      faults.set({ ...faults.settings(), seed: Number(form.seed), rates: Object.fromEntries(rates) })
    } catch (trouble) {
      if (!(trouble instanceof z.ZodError)) throw trouble
      c.header('content-security-policy', contentPolicy())
      const body = html`<p role="alert">${z.prettifyError(trouble)}</p>
        <p><a href="../faults">Back to the faults</a></p>`
      return c.html(page({ title: 'That can’t be set', root: '../', body }), 400)
    }
    return c.redirect('../faults', 303)
  })

  return pages
}

function form(faults: Faults) {
  const { rates, seed } = faults.settings()
  const counts = faults.counts()
  return html`<p class="soft">
      How often things go wrong: 0 is never, 1 is always. The same seed goes wrong in the same places again.
      Programs send <code>PUT /faults</code>, and can also aim at one order, pincode or address.
    </p>
    <form method="post" action="faults/form">
      <div class="scroll" role="region" aria-label="Faults" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Fault</th>
              <th scope="col">Chance</th>
              <th scope="col">Injected so far</th>
            </tr>
          </thead>
          <tbody>
            ${FAULT_KINDS.map(
              (kind) =>
                html`<tr>
                  <th scope="row">
                    ${kind}<br />
                    <span class="soft">${FAULTS[kind].does}</span>
                  </th>
                  <td>
                    <input
                      name="${kind}"
                      type="number"
                      min="0"
                      max="1"
                      step="any"
                      value="${rates[kind] ?? 0}"
                      aria-label="Chance of ${kind}"
                    />
                  </td>
                  <td>${counts[kind]}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <div class="narrow">
        <label for="seed">Seed</label>
        <input id="seed" name="seed" type="number" step="1" value="${seed}" />
        <button class="button">Set faults</button>
      </div>
    </form>`
}
