import { FLOWER } from '#domain/flower.ts'

/** For pictures that are not cached while offline. */
export function placeholder(): Response {
  return new Response(FLOWER, { headers: { 'content-type': 'image/svg+xml' } })
}
