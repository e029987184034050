/** What the browser must know of the settings, and the description of the interface. */
import { Hono } from 'hono'
import { readConfig, type PublicConfig } from '#contract/config.ts'
import { PATHS_FOR_OTHERS } from '#contract/for-others.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { mount, type Shop, type ShopVariables } from './http.ts'

export function configRoutes(config: PublicConfig, siteUrl: string): Shop {
  const shop: Shop = new Hono<ShopVariables>()
  mount(shop, readConfig, async () => config)
  shop.get(PATHS_FOR_OTHERS.openApi, (context) => context.json(openApiDocument(siteUrl)))
  return shop
}
