/** Work that no request waits for: each job in a loop of its own, so that a slow one holds up no other. */
import { errorFields, type Log } from '#server/log.ts'

export interface Job {
  readonly name: string
  /** Pause when there was nothing to do; varied a little, so that several servers do not knock at once. */
  readonly idleMs: number
  /** Does a bounded piece of what is due; gives how much there was, 0 for nothing. */
  run(): Promise<number>
}

export interface Worker {
  start(): void
  /** There may be something to do: resting jobs look at once. */
  wake(): void
  /** Resolves when the running work has ended; nothing starts after it. */
  stop(): Promise<void>
}

export function createJobLoops({ jobs, log }: { readonly jobs: readonly Job[]; readonly log: Log }): Worker {
  const loops = jobs.map((job) => createJobLoop(job, log))
  return {
    start: () => loops.forEach((loop) => loop.start()),
    wake: () => loops.forEach((loop) => loop.wake()),
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

function createJobLoop(job: Job, log: Log): Worker {
  let running: Promise<void> | null = null
  const stopping = new AbortController()
  let wasWoken = false
  let wake = () => {}

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      wasWoken = false
      const done = await attempt()
      if (done === 0 && !wasWoken && !stopping.signal.aborted) await rest()
    }
  }

  async function attempt(): Promise<number> {
    try {
      return await job.run()
    } catch (error) {
      log.error('job failed', { job: job.name, ...errorFields(error) })
      return 0
    }
  }

  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, job.idleMs * (0.75 + Math.random() / 2))
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
