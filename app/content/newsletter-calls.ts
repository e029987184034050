/** Both resolve with the server's text, which is empty if it was unreachable. */
import { confirmSubscription, unsubscribe } from '#contract/messages.ts'
import { call } from '#app/api.ts'

export async function confirmByToken(token: string): Promise<string> {
  const called = await call(confirmSubscription, { body: { token } })
  return called.ok ? called.answer.message : called.message
}

export async function unsubscribeByToken(token: string): Promise<string> {
  const called = await call(unsubscribe, { body: { token } })
  return called.ok ? called.answer.message : called.message
}
