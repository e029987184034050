import { expect, test } from 'vitest'
import { AUTH_CALLS } from './auth-calls.ts'
import { ENDPOINTS, openApiDocument } from './openapi.ts'
import { SUMMARIES } from './summaries.ts'

// Shows D31.openapi
test('the OpenAPI document lists the four required calls with body and bearer token', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument('https://shop.example')))
  for (const path of [
    '/api/shipping/calculate',
    '/api/create-order',
    '/api/verify-payment',
    '/api/update-order-status',
  ]) {
    const operation = document.paths[path].post
    expect(operation.security).toEqual([{ bearer: [] }])
    expect(operation.requestBody.content['application/json'].schema.type).toBe('object')
  }
})

test('turns a path segment into a parameter', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument('https://shop.example')))
  expect(document.paths['/api/orders/{number}'].get.parameters).toEqual([
    { name: 'number', in: 'path', required: true, schema: { type: 'string' } },
  ])
})

test('no two endpoints share method and path', () => {
  const names = ENDPOINTS.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
})

test('describes exactly the endpoints, each in a sentence', () => {
  const names = [...ENDPOINTS, ...Object.values(AUTH_CALLS)].map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(SUMMARIES).toSorted()).toEqual(names.toSorted())
})
