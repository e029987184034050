import { bigint, timestamp } from 'drizzle-orm/pg-core'
import type { Paise } from '#domain/money.ts'

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const paiseColumn = (name: string) => bigint(name, { mode: 'number' }).$type<Paise>()
