import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './security.ts'

const outsiders = {
  siteUrl: 'https://shop.example',
  checkoutScriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
  analyticsUrl: null,
}
const sourcesOf = (directive: string, policy: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ') ?? []

// Shows D36.policy
test('the policy lets in the analytics where they are configured, and nothing of them elsewhere', () => {
  const without = contentSecurityPolicy('', outsiders)
  const within = contentSecurityPolicy('', { ...outsiders, analyticsUrl: 'https://views.example/count.js' })
  for (const directive of ['script-src', 'connect-src']) {
    expect(sourcesOf(directive, without)).not.toContain('https://views.example')
    expect(sourcesOf(directive, within)).toContain('https://views.example')
  }
})

// Shows D36.policy
test('the policy names the payment service that is configured, and no other', () => {
  const sandboxed = contentSecurityPolicy('', {
    ...outsiders,
    checkoutScriptUrl: 'http://localhost:3001/checkout.js',
  })
  expect(sourcesOf('frame-src', sandboxed)).toEqual(['frame-src', 'http://localhost:3001'])
  expect(sourcesOf('frame-src', contentSecurityPolicy('', outsiders))).toContain('https://api.razorpay.com')
})

test('of inline scripts only those run that the page was built with', () => {
  const policy = contentSecurityPolicy(
    '<script>one()</script><script type="application/ld+json">{}</script>',
    outsiders,
  )
  expect(sourcesOf('script-src', policy).filter((source) => source.startsWith("'sha256-"))).toHaveLength(1)
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})
