import type { Result } from '#app/api.ts'
import { loadSession, type Session } from '#app/state/session.ts'

/** For `useAnswer`. Without a connection nobody can tell. */
export async function refreshSession(): Promise<Result<Session>> {
  const answer = await loadSession()
  return answer.status === 'unknown'
    ? { ok: false, status: 0, code: 'no-connection', message: '', fields: {} }
    : { ok: true, answer }
}
