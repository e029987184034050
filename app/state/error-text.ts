import type { CallError } from '#app/api.ts'

export function errorText({ status, message }: CallError): string {
  if (message !== '') return message
  return status === 0
    ? 'There is no connection. Please try again.'
    : 'Something went wrong. Please try again.'
}
