/** The pictures that are not of one product: what each master becomes. Masters of wide scenes are 2400 × 1100. */
import type { Size } from './encode.ts'

/** Picture → published name → sizes. Empty until a scene is composed in blender/scene.py. */
export const SCENE_SIZES: Readonly<Record<string, Readonly<Record<string, readonly Size[]>>>> = {}
