/** The OpenAPI document of the API, derived from the endpoints of the contract. */
import * as z from 'zod/mini'
import * as account from './account.ts'
import * as addresses from './addresses.ts'
import { AUTH_CALLS } from './auth-calls.ts'
import * as collection from './collection.ts'
import * as checkout from './checkout.ts'
import * as config from './config.ts'
import * as deskCollection from './desk/collection.ts'
import * as deskEditions from './desk/editions.ts'
import * as deskOrders from './desk/orders.ts'
import * as deskParcels from './desk/parcels.ts'
import * as deskRates from './desk/rates.ts'
import * as deskReturns from './desk/returns.ts'
import * as deskStock from './desk/stock.ts'
import * as deskMessages from './desk/messages.ts'
import * as deskCustomers from './desk/customers.ts'
import * as deskMoney from './desk/money.ts'
import * as deskNewsletters from './desk/newsletters.ts'
import * as deskOffers from './desk/offers.ts'
import * as deskPictures from './desk/pictures.ts'
import * as deskShop from './desk/shop.ts'
import * as deskOpeningList from './desk/opening-list.ts'
import * as deskTaxDocuments from './desk/tax-documents.ts'
import * as deskToday from './desk/today.ts'
import * as deskStaff from './desk/staff.ts'
import { displayValuesOf } from './display-enum.ts'
import type { Endpoint } from './endpoint.ts'
import { jsonContent, EXTERNAL_OPERATIONS } from './external.ts'
import * as documentKeys from './document-keys.ts'
import * as lists from './lists.ts'
import * as offerCode from './offer-code.ts'
import * as messages from './messages.ts'
import * as subscriptions from './subscriptions.ts'
import * as orderDecisions from './order-decisions.ts'
import * as orderDocuments from './order-documents.ts'
import * as returns from './returns.ts'
import * as shipping from './shipping.ts'
import { ErrorBody } from './errors.ts'
import { SUMMARIES } from './summaries.ts'

export const ENDPOINTS: readonly Endpoint[] = [
  config,
  collection,
  shipping,
  offerCode,
  checkout,
  lists,
  account,
  orderDecisions,
  orderDocuments,
  documentKeys,
  returns,
  addresses,
  messages,
  subscriptions,
  deskStaff,
  deskOrders,
  deskToday,
  deskParcels,
  deskReturns,
  deskEditions,
  deskRates,
  deskStock,
  deskCollection,
  deskPictures,
  deskMessages,
  deskCustomers,
  deskNewsletters,
  deskOffers,
  deskMoney,
  deskShop,
  deskOpeningList,
  deskTaxDocuments,
]
  .flatMap((area): unknown[] => Object.values(area))
  .filter(isEndpoint)

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'signedIn' in exported && 'path' in exported
}

export function openApiDocument(serverUrl: string): object {
  const paths: Record<string, Record<string, object>> = { ...EXTERNAL_OPERATIONS }
  for (const endpoint of [...ENDPOINTS, ...Object.values(AUTH_CALLS)]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Swarnika Jewellers', version: '1.0.0', description: 'Money is in whole paise.' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        desk: { type: 'apiKey', in: 'cookie', name: 'swarnika-desk' },
      },
      schemas: { Error: schemaOf(ErrorBody) },
      responses: {
        Error: {
          description: 'The request failed; the code names the reason.',
          content: jsonContent({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  }
}

function operationOf(endpoint: Endpoint): object {
  const { method, path, signedIn, request, response } = endpoint
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const parameters = [...inPath, ...(method === 'GET' && request ? queryParametersOf(request) : [])]
  return {
    summary: SUMMARIES[`${method} ${path}`],
    ...(parameters.length > 0 && { parameters }),
    ...(signedIn && { security: [{ bearer: [] }] }),
    ...(needsDeskSession(endpoint) && { security: [{ desk: [] }] }),
    ...(method !== 'GET' &&
      request && { requestBody: { required: true, content: jsonContent(schemaOf(request)) } }),
    responses: {
      200: { description: 'Done.', content: jsonContent(schemaOf(response)) },
      '4XX': { $ref: '#/components/responses/Error' },
      503: { $ref: '#/components/responses/Error' },
    },
  }
}

function needsDeskSession(endpoint: Endpoint): boolean {
  return 'permission' in endpoint && endpoint.permission !== 'public'
}

function queryParametersOf(query: z.ZodMiniType): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function schemaOf(schema: z.ZodMiniType): object {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: written }) {
      const values = displayValuesOf(zodSchema)
      if (values) written.enum = [...values]
    },
  })
  return jsonSchema
}
