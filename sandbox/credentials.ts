/** Fixed and public: they give access to a sandbox and nothing else. */
export const RAZORPAY_CREDENTIALS = {
  accountId: 'acc_SandboxShop000',
  keyId: 'rzp_test_sandboxKeyId00',
  keySecret: 'sandbox-key-secret-not-a-secret',
  webhookSecret: 'sandbox-webhook-secret-not-a-secret',
} as const

export const SHIPROCKET_CREDENTIALS = {
  email: 'sandbox@shiprocket.example',
  password: 'sandbox-password-not-a-secret',
  pickupLocation: 'Primary',
  webhookToken: 'sandbox-token-not-a-secret',
} as const

export const GOOGLE_CREDENTIALS = {
  clientId: 'sandbox-client.apps.googleusercontent.example',
  clientSecret: 'sandbox-client-secret-not-a-secret',
} as const
