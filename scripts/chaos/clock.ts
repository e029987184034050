/**
 * The shop's clock in a chaos run. It runs faster than real time, so that minutes of waiting pass in seconds, and can
 * be set ahead while the shop is closed, so that an order expires without a wait of three days. Milliseconds.
 */
import * as z from 'zod/mini'

const Clock = z.object({
  /** At this real time … */
  at: z.number(),
  /** … it showed this … */
  shows: z.number(),
  /** … and it runs this many times as fast. */
  speed: z.number().check(z.gte(1)),
})
export type Clock = z.infer<typeof Clock>

export function shownBy({ at, shows, speed }: Clock, ours: number): number {
  return shows + (ours - at) * speed
}

/** Never set back: the shop has seen the time it shows. */
export function setAhead(clock: Clock, { to, ours }: { readonly to: number; readonly ours: number }): Clock {
  return { ...clock, at: ours, shows: Math.max(to, shownBy(clock, ours)) }
}

export const CLOCK_SETTING = 'CHAOS_CLOCK'

export function clockFrom(setting: string | undefined): Clock {
  return Clock.parse(JSON.parse(setting ?? 'null'))
}
