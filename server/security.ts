/** Security headers of the pages. */
import { createHash } from 'node:crypto'

export interface ExternalOrigins {
  readonly checkoutScriptUrl: string
  readonly analyticsUrl: string | null
  /** HSTS and upgrades apply only over TLS. */
  readonly siteUrl: string
}

/** Origins of Razorpay's dialog beside its script (docs/decisions/003-security-headers.md). */
const RAZORPAY = {
  script: ['https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: [
    'https://api.razorpay.com',
    'https://checkout.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-cx.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
  ],
  image: ['https://cdn.razorpay.com'],
}

export const PERMISSIONS_POLICY = 'permissions-policy'
/** Packing scans the tags of pieces with the camera. */
export const DESK_PERMISSIONS_POLICY = permissionsPolicy('(self)')

function permissionsPolicy(camera: '()' | '(self)'): string {
  return `camera=${camera}, microphone=(), geolocation=(), browsing-topics=()`
}

/** Headers of every response; the desk has a permissions policy of its own. */
export function commonHeaders({ siteUrl }: ExternalOrigins): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    // A bank's pop-up needs its reference to the payment dialog.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    [PERMISSIONS_POLICY]: permissionsPolicy('()'),
    ...(siteUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/**
 * The content-security policy of one page. It allows our own script files and, by hash, the inline scripts of this
 * page. Styles may be inline because the payment dialog inserts its own.
 */
export function contentSecurityPolicy(html: string, origins: ExternalOrigins): string {
  const checkout = new URL(origins.checkoutScriptUrl).origin
  const isRazorpay = checkout === 'https://checkout.razorpay.com'
  const analytics = origins.analyticsUrl === null ? [] : [new URL(origins.analyticsUrl).origin]
  const only = <Source>(sources: readonly Source[]) => (isRazorpay ? sources : [])
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(html), checkout, ...only(RAZORPAY.script), ...analytics],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...only(RAZORPAY.image)],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...only(RAZORPAY.connect), ...analytics],
    'frame-src': [...new Set([checkout, ...only(RAZORPAY.frame)])],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    ...upgradeOverTls(origins.siteUrl),
  }
  return policyOf(directives)
}

/**
 * The policy of the desk, which loads nothing from other hosts and has no inline script or style. `blob:` is a picture
 * chosen for an upload.
 */
export function deskSecurityPolicy({ siteUrl }: Pick<ExternalOrigins, 'siteUrl'>): string {
  return policyOf({
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    ...upgradeOverTls(siteUrl),
  })
}

function upgradeOverTls(siteUrl: string) {
  return siteUrl.startsWith('https:') && { 'upgrade-insecure-requests': [] }
}

function policyOf(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

/** Data blocks (JSON-LD) are not executed and need no hash. */
function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(
    /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g,
  )
  const hashes = Array.from(
    scripts,
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  return [...new Set(hashes)]
}
