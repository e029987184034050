import { fail } from '#app/api.ts'
import { loadSession } from '#app/state/session.ts'
import { useRequest } from '#app/state/use-request.ts'

/** Loads the session if it is unknown; fails without a connection. */
export function useKnownSession() {
  return useRequest('session', async () => {
    const session = await loadSession()
    return session.status === 'unknown'
      ? fail({ code: 'no-connection' })
      : { ok: true as const, value: session }
  })
}
