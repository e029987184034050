import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { session } from '#server/db/account-schema.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { purge } from '#server/jobs/purge.ts'
import { createTestApp, signUp } from './testing.ts'

const database = useTestDatabase()

test('purges expired sessions only', async () => {
  const app = createTestApp(database.db)
  const [asha, rohan] = [await signUp(app), await signUp(app)]
  await database.db
    .update(session)
    .set({ expiresAt: new Date(1000) })
    .where(eq(session.userId, asha.id))
  await purge(database.db, 'sessions', new Date(2000))
  const sessionsOf = (id: string) => database.db.$count(session, eq(session.userId, id))
  expect([await sessionsOf(asha.id), await sessionsOf(rohan.id)]).toEqual([0, 1])
  expect((await app.request('GET', '/api/auth/get-session', { cookie: rohan.cookie })).json.user.id).toBe(
    rohan.id,
  )
})
