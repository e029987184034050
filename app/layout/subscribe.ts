import { subscribe } from '#contract/messages.ts'
import { call } from '#app/api.ts'

/** The server's own sentence, for success as for trouble; empty where no answer came. */
export async function subscribeByMail(
  email: string,
): Promise<{ readonly ok: boolean; readonly words: string }> {
  const called = await call(subscribe, { body: { email } })
  return called.ok
    ? { ok: true, words: called.answer.message }
    : { ok: false, words: called.fields['email'] ?? called.message }
}
