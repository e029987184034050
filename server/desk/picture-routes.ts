import type { ReadableStream } from 'node:stream/web'
import * as contract from '#contract/desk/pictures.ts'
import type { Result } from '#domain/result.ts'
import { HEIC_TEXT, UPLOAD_BYTES_MAX, UPLOAD_PIXELS_MAX, UPLOAD_SIDE_MIN } from '#domain/uploaded-picture.ts'
import { errorResponse, type App, type AppContext, type ErrorResponse } from '#server/http.ts'
import type { Crop } from '#server/pictures/encode.ts'
import { markStored } from '#server/pictures/rows.ts'
import type { PictureUploads, UploadError } from '#server/pictures/uploads.ts'
import { withAuditLog } from './audit-log.ts'
import { mountDesk, type DeskDeps } from './mount.ts'

const RETRY_AFTER_S = 5

const ERRORS: Readonly<Record<UploadError, ErrorResponse>> = {
  empty: errorResponse('invalid-request', 'The file is empty.'),
  interrupted: errorResponse('invalid-request', 'The upload was interrupted. Please try again.'),
  'too large': errorResponse(
    'too-large',
    `The file has more than ${UPLOAD_BYTES_MAX / 1024 / 1024} MB. Save it smaller.`,
  ),
  'too many pixels': errorResponse(
    'invalid-request',
    `The picture has more than ${UPLOAD_PIXELS_MAX / 1_000_000} million pixels. Save it smaller.`,
  ),
  'too small': errorResponse(
    'invalid-request',
    `The chosen part is too small: it needs at least ${UPLOAD_SIDE_MIN} × ${UPLOAD_SIDE_MIN} pixels.`,
  ),
  animated: errorResponse('invalid-request', 'This is an animation. Choose a single picture.'),
  'crop outside': errorResponse('invalid-request', 'The chosen part lies outside of the picture.'),
  HEIC: errorResponse('invalid-request', HEIC_TEXT),
  unreadable: errorResponse(
    'invalid-request',
    'The file cannot be read: it is damaged, or not a JPEG, PNG or WebP.',
  ),
  busy: {
    ...errorResponse(
      'too-many-requests',
      'Too many pictures are being uploaded. Please try again in a moment.',
    ),
    retryAfterS: RETRY_AFTER_S,
  },
  'being deleted': errorResponse(
    'conflict',
    'This picture is being deleted because it was unused. Please try again in a moment.',
  ),
  'storage unavailable': errorResponse(
    'provider-unavailable',
    'Pictures cannot be stored at the moment. Please try again later.',
  ),
}

const NO_PICTURE = errorResponse('unsupported-media-type', 'Send a picture, with its content type.')
const WRONG_CROP = errorResponse('invalid-request', 'The chosen part is not well-formed.')

export function mountPictures(app: App, deps: DeskDeps & { readonly uploads: PictureUploads }): void {
  const { db, now, uploads } = deps

  mountDesk(app, deps, contract.uploadPicture, async ({ context, actor }) => {
    if (!/^image\//i.test(context.req.header('content-type') ?? '')) return NO_PICTURE
    if (Number(context.req.header('content-length')) > UPLOAD_BYTES_MAX) return ERRORS['too large']
    const crop = cropOf(context)
    if (!crop.ok) return crop.error
    // Node's and the DOM's stream types differ in name only.
    const body = context.req.raw.body as ReadableStream | null
    const stored = await uploads.store(body, crop.value)
    if (!stored.ok) return ERRORS[stored.error]
    const { name, bytes } = stored.value
    await withAuditLog(db, { actor, now: now() }, async (tx, record) => {
      if (await markStored(tx, name, now()))
        await record({ act: 'uploaded picture', subject: name, after: { bytes } })
    })
    return { name }
  })
}

function cropOf(context: AppContext): Result<Crop | null, ErrorResponse> {
  const query = context.req.query()
  if (Object.keys(query).length === 0) return { ok: true, value: null }
  const parsed = contract.UploadCrop.safeParse(query)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, error: WRONG_CROP }
}
