/** What others than the shop's pages call: Razorpay, Google, and whoever watches the server or writes a program for it. */
export const EXTERNAL_PATHS = {
  razorpayWebhook: '/api/webhooks/razorpay',
  /** Google sends the browser back here. */
  googleCallback: '/api/auth/callback/google',
  openApi: '/api/openapi.json',
  health: '/healthz',
  readiness: '/readyz',
  securityContact: '/.well-known/security.txt',
} as const

/** Described in full, as each is called and answers in a manner of its caller's. The paths of the OpenAPI document. */
export const EXTERNAL_OPERATIONS = {
  [EXTERNAL_PATHS.razorpayWebhook]: {
    post: {
      summary:
        'Keeps an event of the gateway, which is worked on afterwards; a repeated one changes nothing.',
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
          description: 'By this a repeated event is known; without it by its body.',
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
        200: { description: 'Kept.', content: jsonContent(booleanResponse('success')) },
        '4XX': { $ref: '#/components/responses/Trouble' },
        503: { $ref: '#/components/responses/Trouble' },
      },
    },
  },
  [EXTERNAL_PATHS.googleCallback]: {
    get: {
      summary:
        'Ends the sign-in through Google: with a session, or on the login page, which says what went wrong.',
      parameters: ['code', 'state', 'error'].map((name) => ({
        name,
        in: 'query',
        schema: { type: 'string' },
      })),
      responses: { 302: { description: 'The browser goes on to a page of the shop.' } },
    },
  },
  [EXTERNAL_PATHS.openApi]: {
    get: {
      summary: 'This document.',
      responses: { 200: { description: 'Done.', content: jsonContent({ type: 'object' }) } },
    },
  },
  [EXTERNAL_PATHS.health]: {
    get: {
      summary: 'Says that the process answers.',
      responses: { 200: { description: 'It does.', content: jsonContent(booleanResponse('ok')) } },
    },
  },
  [EXTERNAL_PATHS.readiness]: {
    get: {
      summary:
        'Says within a second whether new requests are welcome: the database answers, and the server is not stopping.',
      responses: {
        200: { description: 'They are.', content: jsonContent(booleanResponse('ok')) },
        503: { description: 'They are not.', content: jsonContent(booleanResponse('ok')) },
      },
    },
  },
  [EXTERNAL_PATHS.securityContact]: {
    get: {
      summary: 'Says whom to tell of a weakness (RFC 9116).',
      responses: {
        200: { description: 'Done.', content: { 'text/plain': { schema: { type: 'string' } } } },
      },
    },
  },
}

/** A body of the OpenAPI document. */
export function jsonContent(schema: object) {
  return { 'application/json': { schema } }
}

function booleanResponse(name: string) {
  return { type: 'object', required: [name], properties: { [name]: { type: 'boolean' } } }
}
