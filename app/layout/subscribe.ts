import { subscribe } from '#contract/messages.ts'
import { call } from '#app/api.ts'

/** Resolves with the server's text; empty if the server was unreachable. */
export async function requestSubscription(
  email: string,
): Promise<{ readonly ok: boolean; readonly text: string }> {
  const result = await call(subscribe, { body: { email } })
  return result.ok
    ? { ok: true, text: result.value.message }
    : { ok: false, text: result.error.fields['email'] ?? result.error.message }
}
