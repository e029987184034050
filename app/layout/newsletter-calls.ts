import { confirmSubscription, subscribe, unsubscribe } from '#contract/subscriptions.ts'
import { call } from '#app/api.ts'

export function requestSubscription(email: string) {
  return call(subscribe, { body: { email } })
}

/** For the links in newsletter e-mails. */
export function requestByToken(action: 'confirm' | 'unsubscribe', token: string) {
  return call(action === 'confirm' ? confirmSubscription : unsubscribe, { body: { token } })
}
