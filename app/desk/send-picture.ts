/** Uploads a picture with its progress, which fetch() does not report. */
import type * as z from 'zod/mini'
import { parseJson } from '#domain/parse-json.ts'
import { uploadPicture } from '#contract/desk/pictures.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { fail, UNREADABLE_RESPONSE, type CallResult } from '#app/api.ts'

/** In pixels of the upright picture. */
export interface PictureCrop {
  readonly left: number
  readonly top: number
  readonly side: number
}

interface SendOptions {
  /** Null for the centre. */
  readonly crop: PictureCrop | null
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

type UploadResponse = z.output<(typeof uploadPicture)['response']>

/** Matches the server's timeout. */
const TIMEOUT_MS = 5 * MINUTE_MS

export function sendPicture(
  file: File,
  { crop, onProgress, signal }: SendOptions,
): Promise<CallResult<UploadResponse>> {
  const query = crop && new URLSearchParams(Object.entries(crop).map(([name, px]) => [name, String(px)]))
  const request = new XMLHttpRequest()
  request.open(uploadPicture.method, uploadPicture.path + (query ? `?${query}` : ''))
  request.setRequestHeader('content-type', file.type.startsWith('image/') ? file.type : 'image/unknown')
  request.timeout = TIMEOUT_MS
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  )
  const stop = () => request.abort()
  signal.addEventListener('abort', stop)
  return new Promise<CallResult<UploadResponse>>((resolve) => {
    for (const event of ['error', 'abort', 'timeout'])
      request.addEventListener(event, () => resolve(fail({ code: 'no-connection' })))
    request.addEventListener('load', () => resolve(resultOf(request)))
    request.send(file)
  }).finally(() => signal.removeEventListener('abort', stop))
}

function resultOf({ status, responseText }: XMLHttpRequest): CallResult<UploadResponse> {
  const json = parseJson(responseText)
  if (status !== 200) {
    const { code, message } = Object(json) as { readonly code?: unknown; readonly message?: unknown }
    return fail({
      status,
      ...(typeof code === 'string' && { code }),
      ...(typeof message === 'string' && { message }),
    })
  }
  const parsed = uploadPicture.response.safeParse(json)
  return parsed.success ? { ok: true, value: parsed.data } : fail({ status, code: UNREADABLE_RESPONSE })
}
