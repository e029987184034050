/** Reads and sets faults: JSON for programs, a form for developers. */
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { FAULT_KINDS, FAULTS, type Faults } from './faults.ts'
import { readJson, type Env } from './http.ts'
import { contentPolicy, page } from './page.ts'

export function faultPages(faults: Faults): Hono<Env> {
  const pages = new Hono<Env>()

  pages.get('/faults', (c) => {
    if (!c.req.header('accept')?.includes('text/html')) return c.json(faults.settings())
    c.header('content-security-policy', contentPolicy())
    return c.html(page({ title: 'Faults', root: './', body: faultForm(faults) }))
  })

  pages.get('/faults/counts', (c) => c.json(faults.counts()))

  pages.put('/faults', async (c) => {
    try {
      return c.json(faults.set(await readJson(c)))
    } catch (error) {
      if (error instanceof z.ZodError) return c.json({ error: z.prettifyError(error) }, 400)
      throw error
    }
  })

  pages.post('/faults/form', async (c) => {
    const fields = await c.req.parseBody()
    const rates = FAULT_KINDS.map((kind) => [kind, Number(fields[kind])] as const).filter(
      ([, rate]) => rate > 0,
    )
    try {
      faults.set({ ...faults.settings(), seed: Number(fields.seed), rates: Object.fromEntries(rates) })
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error
      c.header('content-security-policy', contentPolicy())
      const body = html`<p role="alert">${z.prettifyError(error)}</p>
        <p><a href="../faults">Back to the faults</a></p>`
      return c.html(page({ title: 'Invalid settings', root: '../', body }), 400)
    }
    return c.redirect('../faults', 303)
  })

  return pages
}

function faultForm(faults: Faults) {
  const { rates, seed } = faults.settings()
  const counts = faults.counts()
  return html`<p class="soft">
      How often each fault is injected: 0 is never, 1 is always. The same seed injects faults in the same
      places again. Programs send <code>PUT /faults</code> and can also target one order, pincode or address.
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
                    <span class="soft">${FAULTS[kind]}</span>
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
