/** What the browser must know of the settings, and the description of the interface. */
import { Hono } from 'hono'
import { readConfig, type PublicConfig } from '#contract/config.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { mount, type Shop, type ShopVariables } from './http.ts'

export function configRoutes(config: PublicConfig, siteUrl: string): Shop {
  const shop: Shop = new Hono<ShopVariables>()
  mount(shop, readConfig, async () => config)
  shop.get('/api/openapi.json', (context) => context.json(openApiDocument(siteUrl)))
  return shop
}
