import type { Called } from '#app/api.ts'
import { session, type Session } from '#app/state/session.ts'

/** For `useAnswer`. Without a connection nobody can tell. */
export async function askWhoIsHere(): Promise<Called<Session>> {
  const answer = await session()
  return answer.status === 'unknown'
    ? { ok: false, status: 0, code: 'no-connection', message: '', fields: {} }
    : { ok: true, answer }
}
