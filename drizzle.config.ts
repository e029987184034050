import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/db/account-schema.ts', './server/db/schema.ts', './server/db/staff-schema.ts'],
  out: './server/db/migrations',
})
