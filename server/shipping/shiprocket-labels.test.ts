import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portOf } from '#server/testing.ts'
import { createShiprocket } from './shiprocket.ts'

const LABEL = 'https://labels.example/label.pdf'
const MANIFEST = 'https://labels.example/manifest.pdf'
const PARCELS = [
  { courierOrderId: '11', shipmentId: '21', awb: 'SW31' },
  { courierOrderId: '12', shipmentId: '22', awb: 'SW32' },
]

let server: Server
let labels: object
let manifested: string
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url } = request
    if (url === '/manifests/print') manifested = Buffer.concat(chunks).toString()
    const body =
      url === '/auth/login'
        ? { token: 'a.b.c' }
        : url === '/manifests/print'
          ? { manifest_url: MANIFEST }
          : labels
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function print(response: object, parcels = PARCELS) {
  labels = { label_created: 1, label_url: LABEL, ...response }
  manifested = ''
  const port = portOf(server)
  const courier = createShiprocket(
    {
      apiUrl: `http://127.0.0.1:${port}`,
      email: 'api@shop.example',
      password: 'p',
      pickupLocation: 'Primary',
      trackingPage: 'https://shiprocket.co/tracking',
      webhookToken: null,
    },
    () => new Date(),
  )
  return courier.printLabels(parcels)
}

const printed = (shipmentIds: readonly string[]) => ({
  ok: true,
  value: { labelUrl: LABEL, manifestUrl: MANIFEST, printed: shipmentIds },
})

describe('the file of several labels', () => {
  test('has all of them if none is reported missing', async () => {
    expect(await print({ not_created: [] })).toEqual(printed(['21', '22']))
    expect(manifested).toBe('{"order_ids":[11,12]}')
  })

  test.each([
    ['a number', 22],
    ['a text', '22'],
    ['an AWB', ' sw32 '],
    ['an object with its id', { shipment_id: 22, message: 'AWB not assigned' }],
    ['an object with its AWB', { awb_code: 'SW32', shipment_id: null }],
  ])('leaves out a shipment that is named by %s', async (_, named) => {
    expect(await print({ not_created: [named] })).toEqual(printed(['21']))
    expect(manifested).toBe('{"order_ids":[11]}')
  })

  test.each([
    ['no list', {}],
    ['null', { not_created: null }],
    ['a text', { not_created: '22' }],
    ['an unknown shipment', { not_created: [99] }],
    ['an object without an id', { not_created: [{ reason: 'AWB not assigned' }] }],
    ['a list without label_created', { label_created: null, not_created: [] }],
  ])('is not taken for certain with %s', async (_, response) => {
    expect(await print(response)).toEqual({ ok: true, value: null })
    expect(manifested).toBe('')
  })

  test('of one parcel needs no list', async () => {
    expect(await print({}, PARCELS.slice(0, 1))).toEqual(printed(['21']))
  })

  test('with none of them is rejected', async () => {
    expect(await print({ not_created: [21, 22] })).toMatchObject({ ok: false, error: { kind: 'rejected' } })
  })
})
