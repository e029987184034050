/**
 * `npm run lighthouse`: starts the built shop, measures four pages with Lighthouse's mobile preset, and exits with 1 if
 * a page misses its target. Run it on an idle machine: other load distorts the scores. Arguments after `--`: `-- --runs
 * 9 --page /rings`; the median run counts.
 */
import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import { freePort } from '#server/testing.ts'
import { isHidden } from './site/addresses.ts'
import { launchBrowser } from './testing/machine.ts'
import { openServer } from './testing/server.ts'

/** Minimum scores, of 100. */
const SCORE_MIN = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
/** 0.00 when rounded. */
const LAYOUT_SHIFT_MAX = 0.005

/** Lighthouse's benchmark index of the simulated phone: the low tier of Chrome DevTools' calibration. */
const PHONE_INDEX = 264

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    page: { type: 'string', multiple: true, default: ['/', '/rings', '/rings/801', '/cart'] },
  },
})

const server = await openServer()
const debuggingPort = await freePort()
const browser = await launchBrowser([
  '--disable-background-networking',
  `--remote-debugging-port=${debuggingPort}`,
])
let isPassed = true
try {
  for (const page of options.page) {
    const visits = []
    for (let run = 0; run < Number(options.runs); run += 1) visits.push(await visit(page))
    visits.sort((one, other) => one.scores.performance - other.scores.performance)
    const median = visits[Math.floor(visits.length / 2)]
    if (!median) throw new Error('At least one run is needed.')
    report(page, median)
  }
} finally {
  await browser.close()
  await server.close()
}
process.exitCode = isPassed ? 0 : 1

type Category = keyof typeof SCORE_MIN

interface Visit {
  readonly scores: Record<Category, number>
  readonly layoutShift: number
  readonly cpuSlowdownMultiplier: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly failedAudits: readonly string[]
}

async function visit(page: string): Promise<Visit> {
  const url = `${server.url}${page}`
  // The cart has `noindex` on purpose.
  const skipAudits = isHidden(await (await fetch(url)).text()) ? ['is-crawlable'] : null
  const cpuSlowdownMultiplier = await slowdown()
  const result = await lighthouse(url, {
    port: debuggingPort,
    logLevel: 'error',
    skipAudits,
    throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier },
  })
  if (!result) throw new Error(`Lighthouse could not visit ${page}.`)
  const { categories, audits } = result.lhr
  const scoreOf = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const failedAudits = Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 0.9)
      .map(({ id: audit }) => `${id}: ${audits[audit]?.title ?? audit}`),
  )
  return {
    cpuSlowdownMultiplier,
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? 1,
    largestPaintMs: audits['largest-contentful-paint']?.numericValue ?? 0,
    blockedMs: audits['total-blocking-time']?.numericValue ?? 0,
    failedAudits,
  }
}

/**
 * How many times faster than the phone this machine is now. The preset's 4 fits a fast machine; on a slow one it would
 * simulate an unrealistically slow phone (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md).
 */
async function slowdown(): Promise<number> {
  const page = await browser.newPage()
  try {
    const index = await page.evaluate(pageFunctions.computeBenchmarkIndex)
    return Math.min(throttling.mobileSlow4G.cpuSlowdownMultiplier, index / PHONE_INDEX)
  } finally {
    await page.close()
  }
}

function report(page: string, visit: Visit): void {
  const { scores, layoutShift, largestPaintMs, blockedMs, cpuSlowdownMultiplier, failedAudits } = visit
  const scoreTexts = Object.entries(scores).map(([category, score]) => `${category} ${score}`)
  const times = `largest paint ${(largestPaintMs / 1000).toFixed(1)} s, blocked ${Math.round(blockedMs)} ms`
  const machine = `machine ${cpuSlowdownMultiplier.toFixed(1)} times as fast as the phone`
  process.stdout.write(
    `${page}: ${scoreTexts.join(', ')}, layout shift ${layoutShift.toFixed(2)}, ${times}; ${machine}\n`,
  )
  for (const audit of failedAudits) process.stdout.write(`  ${audit}\n`)
  // TypeScript types the keys as string.
  const categories = Object.keys(SCORE_MIN) as Category[]
  const isBelowMinimum = categories.some((category) => scores[category] < SCORE_MIN[category])
  if (isBelowMinimum || layoutShift > LAYOUT_SHIFT_MAX) isPassed = false
}
