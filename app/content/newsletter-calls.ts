import { confirmSubscription, unsubscribe } from '#contract/subscriptions.ts'
import type { Result } from '#domain/result.ts'
import { call } from '#app/api.ts'

/** Resolves with the server's text; the error is empty if the server was unreachable. */
export async function requestByToken(
  action: 'confirm' | 'unsubscribe',
  token: string,
): Promise<Result<string, string>> {
  const result = await call(action === 'confirm' ? confirmSubscription : unsubscribe, { body: { token } })
  return result.ok ? { ok: true, value: result.value.message } : { ok: false, error: result.error.message }
}
