/** What a spin must be: light enough to be fetched on a phone, and so even that nothing but the piece moves. */
import sharp from 'sharp'

export const SPIN_BYTES_MAX = 600 * 1024
/** In 8-bit steps: how far the paper of a frame may differ from that of all. */
export const FLICKER_MAX = 1

/** What is known of a spin that was taken: committed, so that a fresh copy renders nothing again. */
export interface Spin {
  readonly recipe: string
  readonly seconds: number
  readonly samples: number
  readonly pixels: number
  readonly frames: number
  readonly bytes: number
}
/** By SKU. */
export type Spins = Record<string, Spin>

/** How far the paper in the upper corners, where neither piece nor shadow comes, differs from its mean over all frames, at most. */
export async function flickerOf(frames: readonly string[]): Promise<number> {
  const corners = await Promise.all(frames.map(upperCorners))
  const mean = average(corners)
  return Math.max(...corners.map((corner) => Math.abs(corner - mean)))
}

async function upperCorners(file: string): Promise<number> {
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true })
  const side = Math.floor(info.width / 8)
  const values: number[] = []
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      values.push(data[y * info.width + x] ?? 0, data[(y + 1) * info.width - 1 - x] ?? 0)
  return average(values)
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
