/** Encodes uploaded pictures, one at a time, each in its own process (encode-process.ts). */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { parseJson } from '#domain/parse-json.ts'
import type { Result } from '#domain/result.ts'
import { PICTURE_VARIANTS } from './storage.ts'

/** In pixels of the upright picture. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly side: number
}

const ENCODE_ERRORS = ['unreadable', 'too many pixels', 'too small', 'animated', 'crop outside'] as const
export type EncodeError = (typeof ENCODE_ERRORS)[number]

const Outcome = z.union([
  z.object({ ok: z.literal(true), value: z.string().check(z.regex(/^[\da-f]{6}$/)) }),
  z.object({ ok: z.literal(false), error: z.enum(ENCODE_ERRORS) }),
])
/** With the mean colour. */
export type EncodeOutcome = Result<string, EncodeError>

interface EncodedPicture {
  /** The mean colour, `c8b09a`. */
  readonly tone: string
  /** Keyed by the ending after the picture's name: `640.avif`. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

export interface PictureEncoder {
  /** Without a crop, the centre. Writes its files into `folder`. */
  encode(input: string, folder: string, crop: Crop | null): Promise<Result<EncodedPicture, EncodeError>>
  close(): void
}

const PROCESS = fileURLToPath(new URL('./encode-process.ts', import.meta.url))
/** A picture of 64 million pixels takes a few seconds. */
const TIME_MAX_MS = 60_000
/** Limits only JavaScript; decoding is limited by the number of pixels. */
const HEAP_MAX_MB = 64

export function createPictureEncoder(): PictureEncoder {
  const running = new Set<ChildProcess>()
  let last: Promise<unknown> = Promise.resolve()

  async function run(input: string, folder: string, crop: Crop | null): Promise<EncodeOutcome> {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${HEAP_MAX_MB}`, PROCESS, input, folder, JSON.stringify(crop)],
      // Without the server's settings, which contain secrets.
      { stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: process.env.PATH }, timeout: TIME_MAX_MS },
    )
    running.add(child)
    // A process that could not be started prints nothing.
    child.once('error', () => {})
    try {
      const printed = await text(child.stdout).catch(() => '')
      return Outcome.safeParse(parseJson(printed)).data ?? { ok: false, error: 'unreadable' }
    } finally {
      running.delete(child)
    }
  }

  async function encode(
    input: string,
    folder: string,
    crop: Crop | null,
  ): Promise<Result<EncodedPicture, EncodeError>> {
    const outcome = await run(input, folder, crop)
    if (!outcome.ok) return outcome
    const files = await Promise.all(
      PICTURE_VARIANTS.map(
        async (variant) => [variant, new Uint8Array(await readFile(join(folder, variant)))] as const,
      ),
    )
    return { ok: true, value: { tone: outcome.value, files: new Map(files) } }
  }

  return {
    encode(input, folder, crop) {
      const encoded = last.then(() => encode(input, folder, crop))
      last = encoded.catch(() => {})
      return encoded
    },
    close() {
      for (const child of running) child.kill('SIGKILL')
    },
  }
}
