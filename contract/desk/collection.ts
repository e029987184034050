/** The products of the collection at the desk: search, editing in a draft, CSV files in and out. */
import * as z from 'zod/mini'
import { PRODUCT_TYPES } from '#domain/product.ts'
import { ProductKey, singleLine } from '../shared.ts'
import { ChangePreview, Approval } from './editions.ts'
import { Reason } from './reason.ts'
import { deskEndpoint } from './endpoint.ts'
import { DownloadFile } from './stock.ts'

export const PRODUCT_VIEWS = ['on sale', 'retired', 'all'] as const
export type ProductView = (typeof PRODUCT_VIEWS)[number]

const ProductEntry = z.object({
  sku: z.string(),
  name: z.string(),
  isRetired: z.boolean(),
  price: z.int(),
  /** The value of its metal, if that exceeds its fixed price; otherwise null. */
  metalValue: z.nullable(z.int()),
})
export type ProductEntry = z.infer<typeof ProductEntry>

const ProductPage = z.object({
  products: z.array(ProductEntry),
  /** Cursor of the next page: the last SKU of this one; absent if there is none. */
  after: z.optional(z.string()),
})
export type ProductPage = z.infer<typeof ProductPage>

export const searchDeskProducts = deskEndpoint({
  method: 'POST',
  path: '/api/desk/collection/search',
  permission: 'read-collection',
  request: z.strictObject({
    text: singleLine(120),
    type: z.nullable(z.enum(PRODUCT_TYPES)),
    view: z.enum(PRODUCT_VIEWS),
    after: z.nullable(z.string().check(z.maxLength(40))),
  }),
  response: ProductPage,
})

/** The columns of the product type's CSV file, as text. */
const ProductForm = z.object({
  ...ProductKey.shape,
  name: z.string(),
  fields: z.array(
    z.object({
      column: z.string(),
      kind: z.enum(['text', 'long text', 'yes', 'yes or no', 'photograph']),
      value: z.string(),
    }),
  ),
  /** If its fixed price is below the value of its metal at today's rates; otherwise null. */
  belowMetal: z.nullable(z.object({ price: z.int(), metalValue: z.int() })),
  /** Pictures by the studio, shown unless others were uploaded. */
  hasBuiltPictures: z.boolean(),
  /** The next free id for a new product of the type. */
  nextId: z.int(),
})
export type ProductForm = z.infer<typeof ProductForm>

export const readProductForm = deskEndpoint({
  method: 'POST',
  path: '/api/desk/collection/product',
  permission: 'read-collection',
  request: z.strictObject({
    ...ProductKey.shape,
    /** The product as in the draft; null for the current edition. */
    draftId: z.nullable(z.uuid()),
  }),
  response: ProductForm,
})

const Cell = z.string().check(z.maxLength(2000))

export const saveProduct = deskEndpoint({
  method: 'POST',
  path: '/api/desk/collection/product/draft',
  permission: 'edit-collection',
  request: z.strictObject({
    ...ProductKey.shape,
    isNew: z.boolean(),
    /** An open draft, or a new id for a new one. */
    draftId: z.uuid(),
    /** Reason of a new draft. */
    reason: Reason,
    /** Changed columns, with the value that the page showed. */
    cells: z
      .array(z.strictObject({ column: z.string().check(z.maxLength(60)), before: Cell, after: Cell }))
      .check(z.maxLength(60)),
  }),
  response: z.object({}),
})

export const EXPORT_FILES = ['products.csv', 'rates.csv', 'selections.csv'] as const

export const exportCollection = deskEndpoint({
  method: 'POST',
  path: '/api/desk/collection/export',
  permission: 'read-collection',
  request: z.strictObject({ file: z.enum(EXPORT_FILES) }),
  response: DownloadFile,
})

const ImportFiles = z
  .array(z.strictObject({ name: singleLine(100), text: z.string() }))
  .check(z.minLength(1), z.maxLength(3))

export const previewImport = deskEndpoint({
  method: 'POST',
  path: '/api/desk/collection/import/preview',
  permission: 'edit-collection',
  request: z.strictObject({ files: ImportFiles }),
  response: z.object({
    /** At most ERRORS_SHOWN. */
    errors: z.array(
      z.object({
        file: z.nullable(z.string()),
        row: z.nullable(z.int()),
        column: z.nullable(z.string()),
        text: z.string(),
      }),
    ),
    errorCount: z.int(),
    /** Null if an error prevents the import. */
    preview: z.nullable(ChangePreview),
  }),
})
export type ImportPreview = z.infer<(typeof previewImport)['response']>

export const ERRORS_SHOWN = 100

export const importCollection = deskEndpoint({
  method: 'POST',
  path: '/api/desk/collection/import',
  permission: 'edit-collection',
  request: z.strictObject({
    /** Idempotency key, the same for retries. */
    draftId: z.uuid(),
    files: ImportFiles,
    approval: Approval,
    reason: Reason,
  }),
  response: z.object({}),
})
