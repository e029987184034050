import { bigint, customType, integer, text, timestamp } from 'drizzle-orm/pg-core'
import type { Paise } from '#domain/money.ts'

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const paiseColumn = (name: string) => bigint(name, { mode: 'number' }).$type<Paise>()

/**
 * Text some of whose values keep their original name in the database: rows from before the renaming have it, as does the
 * previous version, which runs alongside during a rolling deployment.
 */
export const renamedText = <Name extends string>(
  column: string,
  storedNames: Partial<Record<Name, string>>,
) =>
  customType<{ data: Name; driverData: string }>({
    dataType: () => 'text',
    toDriver: (name) => storedNames[name] ?? name,
    fromDriver: (stored) =>
      (Object.keys(storedNames) as Name[]).find((name) => storedNames[name] === stored) ?? (stored as Name),
  })(column)

/** What a courier carries: a parcel or a pickup. */
export const courierColumns = () => ({
  /** The air waybill number. */
  awb: text('awb').unique(),
  courierName: text('courier_name'),
  trackingUrl: text('tracking_url'),
  /** Number of attempts of the current task. */
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: timestamptz('next_attempt_at'),
  /**
   * Why the last attempt of the task failed; null otherwise. The column keeps its original name, which the previous
   * version uses.
   */
  lastError: text('problem'),
  trackAttempts: integer('track_attempts').notNull().default(0),
  nextTrackAt: timestamptz('next_track_at'),
})
