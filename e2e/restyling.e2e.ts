/** The cost of a document change, as the number of elements whose style the browser recomputes. */
import { openHydrated } from './support/hydrated.ts'
import { expect, test } from './support/test.ts'

const ELEMENTS_MAX = 50

test('an element that is added does not restyle the page', async ({ page, browser }) => {
  await openHydrated(page, '/rings')
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'],
  })
  await page.evaluate(async () => {
    for (const parent of document.querySelectorAll('body, main')) {
      parent.append(document.createElement('i'))
      parent.prepend(document.createElement('i'))
    }
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  })
  const trace: { traceEvents: readonly TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
  const counts = trace.traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : [],
  )
  expect(counts).not.toEqual([])
  expect(Math.max(...counts)).toBeLessThan(ELEMENTS_MAX)
})

interface TraceEvent {
  readonly name: string
  readonly args: { readonly elementCount?: number }
}
