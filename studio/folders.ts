import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const STUDIO = dirname(fileURLToPath(import.meta.url))
/** Masters, denoiser, exported catalogue: everything that can be regenerated. Never committed. */
export const CACHE = join(STUDIO, '.cache')
export const BLENDER = join(STUDIO, 'blender')
export const PUBLIC = join(dirname(STUDIO), 'app', 'public')
export const PICTURES = join(PUBLIC, 'pictures')
export const MODELS = join(PUBLIC, 'models')
