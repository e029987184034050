/** Uploading photographs of pieces at the desk. */
import * as z from 'zod/mini'
import { deskEndpoint } from './endpoint.ts'

/**
 * The body is the file, its content type that of a picture. What of it is shown, `UploadCrop` says in the query.
 */
export const uploadPicture = deskEndpoint({
  method: 'POST',
  path: '/api/desk/pictures',
  permission: 'edit-collection',
  request: null,
  response: z.object({
    /** For a product's cell (domain/uploaded-picture.ts). The same file with the same crop has the same name. */
    name: z.string(),
  }),
})

const Pixels = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.transform((text: string) => Number(text)),
)

/** In pixels of the upright picture; without it, the largest square in the middle. */
export const UploadCrop = z.strictObject({ left: Pixels, top: Pixels, side: Pixels })
