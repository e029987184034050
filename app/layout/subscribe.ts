import { subscribe } from '#contract/messages.ts'
import { call } from '#app/api.ts'

/** Resolves with the server's text, which is empty if it was unreachable. */
export async function subscribeByMail(
  email: string,
): Promise<{ readonly ok: boolean; readonly text: string }> {
  const called = await call(subscribe, { body: { email } })
  return called.ok
    ? { ok: true, text: called.answer.message }
    : { ok: false, text: called.fields['email'] ?? called.message }
}
