/** Settings for the browser, the OpenAPI document and security.txt. */
import { Hono } from 'hono'
import { DAY_MS } from '#domain/time.ts'
import { readConfig, type PublicConfig } from '#contract/config.ts'
import { EXTERNAL_PATHS } from '#contract/external.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { SHOP } from '#domain/shop.ts'
import { mount, type App, type AppEnv } from './http.ts'

/** RFC 9116 recommends less than a year. */
const SECURITY_TXT_EXPIRES_MS = 180 * DAY_MS

export function configRoutes(config: PublicConfig, siteUrl: string, now: () => Date): App {
  const app: App = new Hono<AppEnv>()
  mount(app, readConfig, async () => config)
  app.get(EXTERNAL_PATHS.openApi, (context) => context.json(openApiDocument(siteUrl)))
  // Not a file of the build, whose expiry date would pass.
  app.get(EXTERNAL_PATHS.securityContact, (context) =>
    context.text(
      [
        `Contact: mailto:${SHOP.email}`,
        `Expires: ${new Date(now().getTime() + SECURITY_TXT_EXPIRES_MS).toISOString()}`,
        'Preferred-Languages: en, hi',
        `Canonical: ${new URL(EXTERNAL_PATHS.securityContact, siteUrl).href}`,
        '',
      ].join('\n'),
    ),
  )
  return app
}
