/** Uploads of photographs of pieces at the desk. */
import * as z from 'zod/mini'
import { deskEndpoint } from './endpoint.ts'

/** The body is the file, with the content type of a picture. `UploadCrop` in the query selects the visible part. */
export const uploadPicture = deskEndpoint({
  method: 'POST',
  path: '/api/desk/pictures',
  permission: 'edit-collection',
  response: z.object({
    /**
     * The value for a product's column (domain/uploaded-picture.ts). The same file with the same crop has the same
     * name.
     */
    name: z.string(),
  }),
})

const Pixels = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.transform((text: string) => Number(text)),
)

/** In pixels of the upright picture; if omitted, the largest centred square. */
export const UploadCrop = z.strictObject({ left: Pixels, top: Pixels, side: Pixels })
