/** Background jobs: each has its own loop, so that a slow job does not delay the others. */
import { setTimeout as wait } from 'node:timers/promises'
import { errorFields, type Log } from '#server/log.ts'
import type { Metrics } from '#server/metrics.ts'
import { inSpan, type Span } from '#server/tracing.ts'

export interface Job {
  readonly name: string
  /** Pause after a run without work; varied by a quarter, so that servers do not run in step. */
  readonly idleMs: number
  /** Pause before each run, so that bursts of work are done together. */
  readonly gatherMs?: number
  /** Does a bounded part of the due work; returns how much, 0 for none. */
  run(): Promise<number>
}

export interface Worker {
  start(): void
  /** Makes one job run at once if it is idle. */
  wake(name: string): void
  /** Resolves when all running jobs have ended; none starts afterwards. */
  stop(): Promise<void>
}

interface JobLoopsOptions {
  readonly jobs: readonly Job[]
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'observeJob'> | undefined
}

export function createJobLoops({ jobs, log, metrics }: JobLoopsOptions): Worker {
  const loops = jobs.map((job) => createJobLoop(job, log, metrics))
  return {
    start: () => loops.forEach((loop) => loop.start()),
    wake: (name) => loops.find((loop) => loop.name === name)?.wake(),
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

interface JobLoop {
  readonly name: string
  start(): void
  wake(): void
  stop(): Promise<void>
}

function createJobLoop(job: Job, log: Log, metrics: JobLoopsOptions['metrics']): JobLoop {
  let running: Promise<void> | null = null
  const stopping = new AbortController()
  let wasWoken = false
  let wake = () => {}

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (job.gatherMs !== undefined) await gather(job.gatherMs)
      if (stopping.signal.aborted) return
      wasWoken = false
      const done = await inSpan(() => ({ name: `job ${job.name}`, kind: 'job' }), runOnce)
      if (done === 0 && !wasWoken && !stopping.signal.aborted) await idle()
    }
  }

  async function gather(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  }

  async function runOnce(span: Span): Promise<number> {
    try {
      const done = await job.run()
      metrics?.observeJob(job.name, true)
      if (done === 0) span.discard()
      span.set({ 'job.done': done })
      return done
    } catch (error) {
      span.fail(String(errorFields(error).error))
      log.error('job failed', { job: job.name, ...errorFields(error) })
      metrics?.observeJob(job.name, false)
      return 0
    }
  }

  function idle(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, job.idleMs * (0.75 + Math.random() / 2))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    name: job.name,
    start() {
      running ??= loop()
    },
    wake() {
      wasWoken = true
      wake()
    },
    async stop() {
      stopping.abort()
      wake()
      await running
    },
  }
}
