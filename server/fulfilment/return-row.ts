import { eq } from 'drizzle-orm'
import type { Result } from '#domain/result.ts'
import type { Db } from '#server/db/open.ts'
import { orderReturn } from '#server/db/return-schema.ts'
import { errorResponse, type ErrorResponse } from '#server/http.ts'

export type ReturnRow = typeof orderReturn.$inferSelect

/** `isNew` is false for a repeated step. */
export type ReturnOutcome = Result<{ readonly isNew: boolean; readonly row: ReturnRow }, ErrorResponse>

export const NO_SUCH_RETURN = {
  ok: false,
  error: errorResponse('not-found', 'There is no such return.'),
} as const

export async function findReturn(db: Db, id: string): Promise<ReturnRow | undefined> {
  const [row] = await db.select().from(orderReturn).where(eq(orderReturn.id, id))
  return row
}
