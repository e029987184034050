/** Wakes work that is due, and only then: one timer, set to the earliest due time. */
export interface Scheduler {
  /** Looks again for the earliest due time. Call it after anything that may have changed it. */
  set(): void
  stop(): void
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** `due` gives the earliest time (milliseconds) that something is due, or null; `ring` does what is due by now. */
export function createScheduler(work: { due(): number | null; ring(): void }): Scheduler {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function set() {
    if (stopped) return
    clearTimeout(timer)
    const due = work.due()
    if (due === null) return
    timer = setTimeout(work.ring, Math.min(Math.max(due - Date.now(), 0), LONGEST_TIMER_MS))
  }

  return {
    set,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
