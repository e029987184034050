/** What the browser must know of the settings, the description of the interface, and whom to tell of a weakness. */
import { Hono } from 'hono'
import { readConfig, type PublicConfig } from '#contract/config.ts'
import { PATHS_FOR_OTHERS } from '#contract/for-others.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { SHOP } from '#domain/shop.ts'
import { mount, type Shop, type ShopVariables } from './http.ts'

/** RFC 9116 advises less than a year. */
const SECURITY_TXT_EXPIRES_MS = 180 * 24 * 3_600_000

export function configRoutes(config: PublicConfig, siteUrl: string, now: () => Date): Shop {
  const shop: Shop = new Hono<ShopVariables>()
  mount(shop, readConfig, async () => config)
  shop.get(PATHS_FOR_OTHERS.openApi, (context) => context.json(openApiDocument(siteUrl)))
  // Not a file of the build: its date of expiry would pass.
  shop.get(PATHS_FOR_OTHERS.securityContact, (context) =>
    context.text(
      [
        `Contact: mailto:${SHOP.email}`,
        `Expires: ${new Date(now().getTime() + SECURITY_TXT_EXPIRES_MS).toISOString()}`,
        'Preferred-Languages: en, hi',
        `Canonical: ${new URL(PATHS_FOR_OTHERS.securityContact, siteUrl).href}`,
        '',
      ].join('\n'),
    ),
  )
  return shop
}
