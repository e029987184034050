/** Work that no request waits for: each job in a loop of its own, so that a slow one holds up no other. */
import { factsOf, type Log } from '#server/log.ts'

export interface Job {
  readonly name: string
  /** Pause when there was nothing to do; varied a little, so that several servers do not knock at once. */
  readonly restMs: number
  /** Does a bounded piece of what is due; gives how much there was, 0 for nothing. */
  run(): Promise<number>
}

export interface Worker {
  start(): void
  /** There may be something to do: resting jobs look at once. */
  poke(): void
  /** Resolves when the running work has ended; nothing starts after it. */
  stop(): Promise<void>
}

export function createLanes({ jobs, log }: { readonly jobs: readonly Job[]; readonly log: Log }): Worker {
  const lanes = jobs.map((job) => createLane(job, log))
  return {
    start: () => lanes.forEach((lane) => lane.start()),
    poke: () => lanes.forEach((lane) => lane.poke()),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

function createLane(job: Job, log: Log): Worker {
  let running: Promise<void> | null = null
  const stopping = new AbortController()
  let isPoked = false
  let wake = () => {}

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      isPoked = false
      const done = await attempt()
      if (done === 0 && !isPoked && !stopping.signal.aborted) await rest()
    }
  }

  async function attempt(): Promise<number> {
    try {
      return await job.run()
    } catch (error) {
      log.error('job failed', { job: job.name, ...factsOf(error) })
      return 0
    }
  }

  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, job.restMs * (0.75 + Math.random() / 2))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    start() {
      running ??= loop()
    },
    poke() {
      isPoked = true
      wake()
    },
    async stop() {
      stopping.abort()
      wake()
      await running
    },
  }
}
