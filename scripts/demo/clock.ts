/**
 * The clock of a demo: it starts in the past and jumps from one event to the next. It replaces `Date` in this process,
 * so that the server, better-auth and the sandbox all see the same time; timers run as usual.
 */
import { mock } from 'node:test'
import { SECOND_MS } from '#domain/time.ts'

export interface DemoClock {
  /** Never back. */
  advanceTo(at: Date): void
  /** The time a person needs between two presses. */
  pause(): void
}

const PAUSE_MS = 7 * SECOND_MS

export function startClock(at: Date): DemoClock {
  mock.timers.enable({ apis: ['Date'], now: at })
  const advanceTo = (to: Date) => mock.timers.setTime(Math.max(Date.now(), to.getTime()))
  return { advanceTo, pause: () => advanceTo(new Date(Date.now() + PAUSE_MS)) }
}
