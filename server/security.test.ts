import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './security.ts'

const origins = {
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
test('the policy allows the analytics only if they are configured', () => {
  const without = contentSecurityPolicy('', origins)
  const configured = contentSecurityPolicy('', { ...origins, analyticsUrl: 'https://views.example/count.js' })
  for (const directive of ['script-src', 'connect-src']) {
    expect(sourcesOf(directive, without)).not.toContain('https://views.example')
    expect(sourcesOf(directive, configured)).toContain('https://views.example')
  }
})

// Shows D36.policy
test('the policy allows only the configured payment service', () => {
  const sandboxed = contentSecurityPolicy('', {
    ...origins,
    checkoutScriptUrl: 'http://localhost:3001/checkout.js',
  })
  expect(sourcesOf('frame-src', sandboxed)).toEqual(['frame-src', 'http://localhost:3001'])
  expect(sourcesOf('frame-src', contentSecurityPolicy('', origins))).toContain('https://api.razorpay.com')
})

test('the policy allows only the inline scripts of the page', () => {
  const policy = contentSecurityPolicy(
    '<script>one()</script><script type="application/ld+json">{}</script>',
    origins,
  )
  expect(sourcesOf('script-src', policy).filter((source) => source.startsWith("'sha256-"))).toHaveLength(1)
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})
