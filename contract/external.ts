/** Endpoints for callers other than the shop's pages: Razorpay, Google, monitoring and API clients. */
export const EXTERNAL_PATHS = {
  razorpayWebhook: '/api/webhooks/razorpay',
  /** The courier's webhook; the courier rejects URLs that contain its name. */
  parcelWebhook: '/api/webhooks/parcels',
  /** Google redirects the browser here. */
  googleCallback: '/api/auth/callback/google',
  openApi: '/api/openapi.json',
  health: '/healthz',
  readiness: '/readyz',
  /** An empty page in which the desk shows an e-mail, whose inline styles the desk's policy forbids. */
  newsletterFrame: '/api/desk/newsletter-frame',
  securityContact: '/.well-known/security.txt',
} as const

/** Paths of the OpenAPI document; requests and responses are defined by their callers. */
export const EXTERNAL_OPERATIONS = {
  [EXTERNAL_PATHS.razorpayWebhook]: {
    post: {
      summary: 'Stores an event of the gateway, which is processed later; a repeated one changes nothing.',
      parameters: [
        {
          name: 'x-razorpay-signature',
          in: 'header',
          required: true,
          description: 'HMAC-SHA256 of the body with the webhook’s secret, in hexadecimal digits.',
          schema: { type: 'string' },
        },
        {
          name: 'x-razorpay-event-id',
          in: 'header',
          description: 'Identifies repeated events; defaults to a digest of the body.',
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        content: jsonContent({
          type: 'object',
          required: ['event', 'payload'],
          properties: { event: { type: 'string' }, payload: { type: 'object' } },
        }),
      },
      responses: {
        200: { description: 'Stored.', content: jsonContent(booleanResponse('success')) },
        '4XX': { $ref: '#/components/responses/Error' },
        503: { $ref: '#/components/responses/Error' },
      },
    },
  },
  [EXTERNAL_PATHS.parcelWebhook]: {
    post: {
      summary: 'Says that a parcel has news, which the server then fetches from the courier.',
      parameters: [{ name: 'x-api-key', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: {
        required: true,
        content: jsonContent({ type: 'object', required: ['awb'], properties: { awb: { type: 'string' } } }),
      },
      responses: {
        200: { description: 'Received.', content: jsonContent(booleanResponse('success')) },
        '4XX': { $ref: '#/components/responses/Error' },
        503: { $ref: '#/components/responses/Error' },
      },
    },
  },
  [EXTERNAL_PATHS.googleCallback]: {
    get: {
      summary: 'Completes the sign-in through Google: with a session, or on the login page with an error.',
      parameters: ['code', 'state', 'error'].map((name) => ({
        name,
        in: 'query',
        schema: { type: 'string' },
      })),
      responses: { 302: { description: 'Redirects to a page of the shop.' } },
    },
  },
  [EXTERNAL_PATHS.openApi]: {
    get: {
      summary: 'Returns this document.',
      responses: { 200: { description: 'Done.', content: jsonContent({ type: 'object' }) } },
    },
  },
  [EXTERNAL_PATHS.newsletterFrame]: {
    get: {
      summary: 'An empty page in which the desk shows an e-mail.',
      responses: { 200: { description: 'The page.', content: { 'text/html': {} } } },
    },
  },
  [EXTERNAL_PATHS.health]: {
    get: {
      summary: 'Reports that the process responds.',
      responses: { 200: { description: 'It responds.', content: jsonContent(booleanResponse('ok')) } },
    },
  },
  [EXTERNAL_PATHS.readiness]: {
    get: {
      summary:
        'Reports within a second whether the server accepts requests: the database responds, and it is not stopping.',
      responses: {
        200: { description: 'Ready.', content: jsonContent(booleanResponse('ok')) },
        503: { description: 'Not ready.', content: jsonContent(booleanResponse('ok')) },
      },
    },
  },
  [EXTERNAL_PATHS.securityContact]: {
    get: {
      summary: 'Returns the contact for security reports (RFC 9116).',
      responses: {
        200: { description: 'Done.', content: { 'text/plain': { schema: { type: 'string' } } } },
      },
    },
  },
}

export function jsonContent(schema: object) {
  return { 'application/json': { schema } }
}

function booleanResponse(name: string) {
  return { type: 'object', required: [name], properties: { [name]: { type: 'boolean' } } }
}
