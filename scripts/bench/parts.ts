/**
 * The parts of `npm run bench`, in the order of docs/performance.md. Loaded when they run, because each has its own
 * tools.
 */
import type { Part } from './part.ts'

export const PARTS = {
  publishing: async (): Promise<Part> => (await import('./parts/publishing.ts')).publishing,
  listing: async (): Promise<Part> => (await import('./parts/listing.ts')).listing,
  pages: async (): Promise<Part> => (await import('./parts/pages.ts')).pages,
  size: async (): Promise<Part> => (await import('./parts/size.ts')).size,
  clicks: async (): Promise<Part> => (await import('./parts/clicks.ts')).clicks,
  collection: async (): Promise<Part> => (await import('./parts/collection.ts')).collection,
  static: async (): Promise<Part> => (await import('./parts/static.ts')).staticFiles,
  start: async (): Promise<Part> => (await import('./parts/start.ts')).start,
  api: async (): Promise<Part> => (await import('./parts/api.ts')).api,
  desk: async (): Promise<Part> => (await import('./parts/desk.ts')).desk,
  'desk-presses': async (): Promise<Part> => (await import('./parts/desk-presses.ts')).deskPresses,
  orders: async (): Promise<Part> => (await import('./parts/orders.ts')).orders,
}

export type PartName = keyof typeof PARTS
