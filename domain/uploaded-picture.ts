/** Photographs of pieces, uploaded at the desk to replace those of the build. */
import type { Product } from './product.ts'

/**
 * The name of an uploaded picture: a hash of the file and its crop, then its mean colour. Its files are
 * `u-…-…-640.avif` and so on; the content under a name never changes.
 */
export const UPLOADED_PICTURE = /^u-[\da-f]{32}-[\da-f]{6}$/

/** Size of the file from the camera. */
export const UPLOAD_BYTES_MAX = 20 * 1024 * 1024
/** More than the largest pictures of the phones that shops use; a file of a few bytes may claim billions. */
export const UPLOAD_PIXELS_MAX = 64_000_000
/** Minimum side of the crop: smaller ones look soft at every size on pages. */
export const UPLOAD_SIDE_MIN = 640

/** As saved by cameras and browsers. Safari converts the iPhone's HEIC to JPEG. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The prebuilt libvips of sharp decodes no HEVC, which is patented. */
export const HEIC_TEXT =
  'This is a HEIC photograph, which browsers cannot show. On the iPhone, open it in Photos, press Share, then Options, and choose Most Compatible (JPEG). For the next ones: Settings, Camera, Formats, Most Compatible.'

/** Based on what a browser knows of a file before reading it: Windows has no type for it. */
export function isHeicFile({ name, type }: { readonly name: string; readonly type: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** `#c8b09a` */
export function uploadedTone(name: string): string {
  return `#${name.slice(-6)}`
}

/** The uploaded pictures of a product, by field. */
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
