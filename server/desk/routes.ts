import { Hono } from 'hono'
import type { Collection } from '#domain/collection.ts'
import { createPasswordGuard } from '#server/accounts/password-guard.ts'
import type { DocumentSigner } from '#server/documents/signer.ts'
import type { Encryption } from '#server/encryption.ts'
import type { PictureUploads } from '#server/pictures/uploads.ts'
import type { App, AppEnv } from '#server/http.ts'
import { rejectOtherSites } from './mount.ts'
import { mountCollection } from './collection-routes.ts'
import { mountCustomers } from './customer-routes.ts'
import { mountDrafts } from './draft-routes.ts'
import { mountNewsletters } from './newsletter-routes.ts'
import { mountMoney } from './money-routes.ts'
import { mountMessages } from './message-routes.ts'
import { mountOpeningList, type ShopSetup } from './opening-list.ts'
import { mountOfferCodes } from './offer-code-routes.ts'
import { mountPictures } from './picture-routes.ts'
import { mountRates } from './rate-routes.ts'
import { mountReturns } from './return-routes.ts'
import { mountShop } from './shop-routes.ts'
import { mountStock } from './stock-routes.ts'
import type { OrderDeskDeps } from './order-acts.ts'
import { mountOrders, mountRefunds } from './order-routes.ts'
import { mountParcels } from './parcel-acts.ts'
import { mountPans } from './pan-routes.ts'
import { mountTaxDocuments } from './tax-document-routes.ts'
import { createSecondFactor } from './second-factor.ts'
import type { SignInDeps } from './sign-in.ts'
import { mountStaff } from './staff-routes.ts'

interface DeskSettings extends OrderDeskDeps {
  readonly signer: DocumentSigner
  readonly pans: Encryption
  readonly setup: ShopSetup
  readonly uploads: PictureUploads
  readonly collection: () => Collection
  readonly newslettersPerMinute: number
  /** The server's secret; the keys of the second factor derive from it. */
  readonly secret: string
  /** The previous secret, during a rotation. */
  readonly previousSecret?: string | null
  /** Multiplies the rate limits, for tests. */
  readonly limitScale: number
  /** Waits for the turn of a delayed sign-in. */
  readonly wait?: (ms: number) => Promise<void>
}

export function deskRoutes(allSettings: DeskSettings): App {
  const {
    secret,
    previousSecret,
    wait,
    signer,
    pans,
    setup,
    uploads,
    collection,
    newslettersPerMinute,
    ...settings
  } = allSettings
  const app: App = new Hono<AppEnv>()
  const guard = createPasswordGuard({ ...settings, ...(wait && { wait }) })
  const secondFactor = createSecondFactor(secret, previousSecret)
  const deps: OrderDeskDeps & SignInDeps = { ...settings, guard, secondFactor }
  rejectOtherSites(app)
  mountStaff(app, deps)
  mountOrders(app, { ...deps, setup })
  mountParcels(app, deps)
  mountRates(app, deps)
  mountDrafts(app, deps)
  mountStock(app, deps)
  mountCollection(app, deps)
  mountPictures(app, { ...deps, uploads })
  mountRefunds(app, deps)
  mountReturns(app, deps)
  mountTaxDocuments(app, { ...deps, signer })
  mountPans(app, { ...deps, pans })
  mountMessages(app, deps)
  mountCustomers(app, deps)
  mountMoney(app, deps)
  mountOfferCodes(app, { ...deps, collection })
  mountNewsletters(app, { ...deps, collection, newslettersPerMinute })
  mountShop(app, deps)
  mountOpeningList(app, { ...deps, setup })
  return app
}
