/** Runs work when it is due: one timer, set to the earliest due time. */
export interface Scheduler {
  /** Sets the timer again; call it after anything that may have changed the earliest due time. */
  update(): void
  stop(): void
}

/** Node fires longer timers immediately. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** `nextDueAt` is in milliseconds, null if nothing is due; `runDue` does what is due by now. */
export function createScheduler(work: { nextDueAt(): number | null; runDue(): void }): Scheduler {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  return {
    update() {
      if (isStopped) return
      clearTimeout(timer)
      const dueAt = work.nextDueAt()
      if (dueAt === null) return
      timer = setTimeout(work.runDue, Math.min(Math.max(dueAt - Date.now(), 0), TIMER_MS_MAX))
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
