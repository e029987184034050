/** The limits of a spin: its size, so that phones can load it, and the flicker of its paper. */
import sharp from 'sharp'

export const SPIN_BYTES_MAX = 600 * 1024
/** In 8-bit steps. */
export const FLICKER_MAX = 1

export interface Spin {
  readonly recipe: string
  readonly seconds: number
  readonly samples: number
  readonly pixels: number
  readonly frames: number
  readonly bytes: number
}

/**
 * The largest difference between the paper of a frame and the mean of all frames. Measures the upper corners, which
 * neither the piece nor its shadow reaches.
 */
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
