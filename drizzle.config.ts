import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    'account-schema',
    'schema',
    'list-schema',
    'newsletter-schema',
    'offer-schema',
    'pan-schema',
    'parcel-schema',
    'picture-schema',
    'refund-schema',
    'return-schema',
    'settlement-schema',
    'shop-schema',
    'staff-schema',
    'tax-document-schema',
  ].map((name) => `./server/db/${name}.ts`),
  out: './server/db/migrations',
})
