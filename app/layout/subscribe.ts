import { subscribe } from '#contract/subscriptions.ts'
import type { Result } from '#domain/result.ts'
import { call } from '#app/api.ts'

/** Resolves with the server's text; the error is empty if the server was unreachable. */
export async function requestSubscription(email: string): Promise<Result<string, string>> {
  const result = await call(subscribe, { body: { email } })
  return result.ok
    ? { ok: true, value: result.value.message }
    : { ok: false, error: result.error.fields['email'] ?? result.error.message }
}
