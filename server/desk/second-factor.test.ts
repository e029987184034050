import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { useTestDatabase } from '#server/db/testing.ts'
import { createTestDesk, enrolAs, SECRET, signInAs } from './testing.ts'

const NEW_SECRET = 'the-next-secret-of-the-tests-7a1c5e9b3d8f2046'

const database = useTestDatabase()

test('a second factor survives a rotation of the secret, permanently once it was used', async () => {
  const before = createTestDesk(database.db)
  const [mira, ravi] = [await enrolAs(before, 'manager'), await enrolAs(before, 'packer')]
  const during = createTestDesk(database.db, { secret: NEW_SECRET, previousSecret: SECRET })
  const after = createTestDesk(database.db, { secret: NEW_SECRET })
  const minuteOf = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)

  for (const desk of [during, after]) desk.advance(10 * MINUTE_MS)
  expect((await signInAs(during, mira, mira.codeAt(minuteOf(10)))).status).toBe(200)
  expect((await signInAs(during, ravi, ravi.backupCodes[0] ?? '')).status).toBe(200)

  for (const desk of [during, after]) desk.advance(10 * MINUTE_MS)
  expect((await signInAs(after, mira, mira.codeAt(minuteOf(20)))).status).toBe(200)
  // No app code was used meanwhile.
  expect((await signInAs(after, ravi, ravi.codeAt(minuteOf(20)))).status).toBe(401)
})
