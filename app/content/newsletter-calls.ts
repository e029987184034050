import { confirmSubscription, unsubscribe } from '#contract/messages.ts'
import { call } from '#app/api.ts'

/** Returns the server's text, for success and for errors; empty without a response. */
export async function requestByToken(action: 'confirm' | 'unsubscribe', token: string): Promise<string> {
  const result = await call(action === 'confirm' ? confirmSubscription : unsubscribe, { body: { token } })
  return result.ok ? result.value.message : result.error.message
}
