/** How long staff wait after a press, on the embedded database. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { LAST_NAMES } from '../../demo/customers.ts'
import { openDemoDesk } from '../../testing/demo-desk.ts'
import { inMs, percentile, type Measurement, type Part } from '../part.ts'

const ROUNDS = 5
/** Not measured: PostgreSQL keeps the plan of a statement from its sixth execution on, and a shop runs for weeks. */
const ROUNDS_BEFORE = 8
/** Shorter than a hand takes from reaching a link to pressing it. */
const REST_MS = 150
const ANSWER_MAX_MS = 100

const SCREENS = [
  'Orders',
  'Messages',
  'Customers',
  'Rates',
  'Collection',
  'Stock',
  'Offers',
  'Newsletter',
  'Money',
  'Tax documents',
  'Opening list',
  'People',
  'Audit log',
  'Today',
]

/** The most expensive ones for the server. */
const AT_ONCE = ['Money', 'Opening list', 'Audit log', 'Today']

export const deskPresses: Part = {
  title: 'Presses at the desk',
  method: `A shop on the embedded database after three weeks of trade, in Chromium at 1280 × 800 on the same machine, without CPU
throttling. “Answer” is the time from the press until the new title, dialog or placeholder has been painted, “content” until all that was requested has,
including the server's response: median and slowest of ${ROUNDS} rounds, after ${ROUNDS_BEFORE} that are not measured. The goal is for the slowest answer. The pointer rests on a
link for ${REST_MS} ms before the press, as a hand does. The rows “without rest” press at once, as the keyboard does.`,
  measure,
}

async function measure(): Promise<readonly Measurement[]> {
  const desk = await openDemoDesk({ width: 1280, height: 800 })
  const times = new Map<string, PressTimes[]>()
  try {
    const lastName = await lastNameOfLaterOrder(desk.page)
    for (let round = -ROUNDS_BEFORE; round < ROUNDS; round += 1)
      for (const { what, link, press, shown } of pressesAt(desk.page, lastName)) {
        if (link) {
          await link.hover()
          await wait(REST_MS)
        }
        const time = await timesOf(desk.page, press, shown)
        if (round >= 0) times.set(what, [...(times.get(what) ?? []), time])
      }
  } finally {
    await desk.close()
  }
  return [...times].map(([what, each]) => {
    const answers = each.map(({ answerMs }) => answerMs)
    const contents = each.map(({ contentMs }) => contentMs)
    return {
      what,
      value: `answer ${medianAndSlowest(answers)}; content ${medianAndSlowest(contents)}`,
      goal: `at most ${ANSWER_MAX_MS} ms`,
      isReached: Math.max(...answers) <= ANSWER_MAX_MS,
    }
  })
}

function medianAndSlowest(times: readonly number[]): string {
  return `${inMs(percentile(times, 0.5))}, ${inMs(Math.max(...times))}`
}

interface Press {
  readonly what: string
  /** The link on which the pointer rests before. */
  readonly link?: Locator
  press(): Promise<void>
  /** What it shows: an element with this text. */
  readonly shown: Shown
}

interface Shown {
  readonly selector: string
  readonly text: string
}

const FIRST_ROW = 'a[data-row]'
const OPEN_DIALOG = 'dialog[open]'

/** Not that of the first listed order, which would be shown before the search. */
async function lastNameOfLaterOrder(page: Page): Promise<string> {
  await page.goto('/desk/orders')
  await page.locator(FIRST_ROW).first().waitFor()
  const [first = '', ...later] = await page.locator(FIRST_ROW).allInnerTexts()
  const name = LAST_NAMES.find((each) => !first.includes(each) && later.some((row) => row.includes(each)))
  if (name === undefined) throw new Error('All orders have the same name.')
  return name
}

/** In order: each starts where the previous one ended. */
function pressesAt(page: Page, lastName: string): readonly Press[] {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const press = (what: string, link: Locator, text: string) => ({
    what,
    press: () => link.click(),
    shown: { selector: 'h1', text },
  })
  const rested = (what: string, link: Locator, text: string): Press => ({ ...press(what, link, text), link })
  const linkTo = (name: string) => page.getByRole('link', { name, exact: true })
  const screen = (name: string) => rested(`the screen “${name}”`, linkTo(name), name)
  const firstRow = main.locator(FIRST_ROW).first()
  return [
    ...SCREENS.map(screen),
    ...AT_ONCE.map((name) => press(`the screen “${name}”, without rest`, linkTo(name), name)),
    screen('Orders'),
    {
      what: 'the list “Delivered”',
      press: async () => void (await main.getByLabel('Show').selectOption('Delivered')),
      shown: { selector: FIRST_ROW, text: 'Delivered' },
    },
    rested('an order', firstRow, 'SJ-'),
    {
      what: 'the dialog of its refund',
      press: () => main.getByRole('button', { name: /^Refund / }).click(),
      shown: { selector: OPEN_DIALOG, text: 'Reason' },
    },
    {
      what: 'back from the dialog',
      press: () => dialog.getByRole('button', { name: 'Close' }).click(),
      shown: { selector: 'h1', text: 'SJ-' },
    },
    screen('Orders'),
    press('an order, without rest', firstRow, 'SJ-'),
    screen('Orders'),
    {
      what: 'a search by name',
      press: async () => {
        await main.getByRole('searchbox').fill(lastName)
        await page.keyboard.press('Enter')
      },
      shown: { selector: FIRST_ROW, text: lastName },
    },
    screen('Rates'),
    {
      what: 'the effect of a rate',
      press: async () => {
        await main.getByLabel('Gold 22K, ₹ per gram').fill('7012')
        await main.getByRole('button', { name: 'Show the effect' }).click()
      },
      shown: { selector: 'h2#effect', text: 'The effect' },
    },
  ]
}

/** Milliseconds from a press until its effect has been painted. */
interface PressTimes {
  /** The new title or dialog, perhaps with a placeholder of what still loads. */
  readonly answerMs: number
  /** Without a placeholder. */
  readonly contentMs: number
}

async function timesOf(page: Page, press: Press['press'], shown: Shown): Promise<PressTimes> {
  await page.evaluate(armStopwatch, shown)
  await press()
  const result = await page.waitForFunction(() => globalThis.pressTimes)
  return (await result.jsonValue()) as PressTimes // waitForFunction resolves with a truthy value.
}

declare global {
  // URL of the page.
  var pressTimes: PressTimes | undefined
}

/** Runs in the page. */
function armStopwatch({ selector, text }: Shown): void {
  globalThis.pressTimes = undefined
  const frame = () => new Promise(requestAnimationFrame)
  const isShown = () => document.querySelector(selector)?.textContent.includes(text) === true
  const isLoading = () => document.querySelector('main .animate-pulse, main [aria-busy]') !== null
  const begin = new AbortController()
  const start = async ({ timeStamp }: Event) => {
    const paintedAfterMs = async (isReady: () => boolean) => {
      while (!isReady()) await frame()
      // The next frame begins after this one has been painted.
      await frame()
      return performance.now() - timeStamp
    }
    begin.abort()
    await frame()
    const [answerMs, contentMs] = await Promise.all([
      paintedAfterMs(() => isShown() || isLoading()),
      paintedAfterMs(() => isShown() && !isLoading()),
    ])
    globalThis.pressTimes = { answerMs, contentMs }
  }
  for (const type of ['click', 'change', 'submit'])
    addEventListener(type, (event) => void start(event), { capture: true, signal: begin.signal })
}
