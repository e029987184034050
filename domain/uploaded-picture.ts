/** Photographs of pieces that are uploaded at the desk, in place of those of the build. */
import type { Product } from './product.ts'

/**
 * The name of one: a hash of the file and its crop, then its mean colour. Its files are `u-…-…-640.avif` and so on; what is
 * under a name never changes.
 */
export const UPLOADED_PICTURE = /^u-[\da-f]{32}-[\da-f]{6}$/

/** Of the file as the camera wrote it. */
export const UPLOAD_BYTES_MAX = 20 * 1024 * 1024
/** More than the largest pictures of telephones that shops have; a file of a few bytes may claim billions. */
export const UPLOAD_PIXELS_MAX = 64_000_000
/** Of the crop: smaller ones look soft at every size that pages show. */
export const UPLOAD_SIDE_MIN = 640

/** As a camera or a browser saves them. What iPhones write otherwise (HEIC), Safari sends as JPEG. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The prebuilt libvips of sharp decodes no HEVC, which is patented. */
export const HEIC_TEXT =
  'This is a HEIC photograph, which browsers cannot show. On the iPhone, open it in Photos, press Share, then Options, and choose Most Compatible (JPEG). For the next ones: Settings, Camera, Formats, Most Compatible.'

/** By what a browser knows of a file before it is read: Windows knows no type of it. */
export function isHeicFile({ name, type }: { readonly name: string; readonly type: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** `#c8b09a` */
export function uploadedTone(name: string): string {
  return `#${name.slice(-6)}`
}

/** Those of a product, by field. */
export function photographsOf({
  firstPhotograph,
  secondPhotograph,
}: Product): readonly (readonly ['firstPhotograph' | 'secondPhotograph', string])[] {
  return [
    ...(firstPhotograph === undefined ? [] : [['firstPhotograph', firstPhotograph] as const]),
    ...(secondPhotograph === undefined ? [] : [['secondPhotograph', secondPhotograph] as const]),
  ]
}

/** The name in the path of a picture (`pictureBase`); null for a picture of the build. */
export function uploadedPictureIn(base: string | undefined): string | null {
  const name = base?.slice('/pictures/'.length) ?? ''
  return UPLOADED_PICTURE.test(name) ? name : null
}
