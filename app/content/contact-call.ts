import { sendContactMessage } from '#contract/messages.ts'
import { call } from '#app/api.ts'

export interface Message {
  readonly name: string
  readonly email: string
  readonly message: string
}

export function callContact(message: Message) {
  return call(sendContactMessage, { body: message })
}
