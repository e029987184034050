/** Both return the server's text, for success and for errors; empty without a response. */
import { confirmSubscription, unsubscribe } from '#contract/messages.ts'
import { call } from '#app/api.ts'

export async function confirmByToken(token: string): Promise<string> {
  const result = await call(confirmSubscription, { body: { token } })
  return result.ok ? result.value.message : result.error.message
}

export async function unsubscribeByToken(token: string): Promise<string> {
  const result = await call(unsubscribe, { body: { token } })
  return result.ok ? result.value.message : result.error.message
}
