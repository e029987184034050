import { preload } from 'react-dom'
import { PICTURE_COLOURS } from '#domain/catalogue/picture-tones.ts'
import { UPLOADED_PICTURE, uploadedTone } from '#domain/uploaded-picture.ts'
import { classes } from './classes.ts'

export interface PictureProps {
  /** Path without width and extension: `/pictures/rings-801-1` for `/pictures/rings-801-1-640.avif`. */
  readonly base: string
  /** In pixels, ascending; each exists as AVIF and as WebP. */
  readonly widths: readonly number[]
  readonly sizes: string
  /** Empty for a decorative picture. */
  readonly alt: string
  /** Width and height give the aspect ratio, which prevents layout shift. */
  readonly width: number
  readonly height: number
  /** Only for the largest picture of the page. */
  readonly eager?: boolean
  readonly className?: string
  /** The crop for narrow windows. */
  readonly tall?: {
    readonly base: string
    readonly widths: readonly number[]
    readonly media: string
    readonly width: number
    readonly height: number
  }
}

/**
 * The colour of its backdrop, shown until the picture loads; only in prerendered HTML, because the table is too large
 * for the client.
 */
function toneOf(base: string): { backgroundColor: string } | undefined {
  if (!import.meta.env.SSR) return undefined
  const name = base.slice(base.lastIndexOf('/') + 1)
  const backgroundColor = UPLOADED_PICTURE.test(name) ? uploadedTone(name) : PICTURE_COLOURS[name]
  return backgroundColor === undefined ? undefined : { backgroundColor }
}

export function Picture(props: PictureProps) {
  const { base, widths, sizes, alt, width, height, eager, className, tall } = props
  if (import.meta.env.SSR && eager) preloadInHead(props)
  return (
    <picture>
      {tall &&
        (['avif', 'webp'] as const).map((format) => (
          <source
            key={format}
            media={tall.media}
            type={`image/${format}`}
            srcSet={srcSet(tall.base, tall.widths, format)}
            sizes={sizes}
            width={tall.width}
            height={tall.height}
          />
        ))}
      <source type="image/avif" srcSet={srcSet(base, widths, 'avif')} sizes={sizes} />
      <img
        src={`${base}-${widths[Math.floor(widths.length / 2)]}.webp`}
        srcSet={srcSet(base, widths, 'webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding={eager ? undefined : 'async'}
        className={classes('bg-plinth', className)}
        style={toneOf(base)}
        suppressHydrationWarning
      />
    </picture>
  )
}

/** Before the styles of the page, so that the browser requests it with the first bytes of the HTML. */
function preloadInHead({ base, widths, sizes, tall }: PictureProps): void {
  const crops = tall
    ? [
        { ...tall, media: tall.media },
        { base, widths, media: `not (${tall.media})` },
      ]
    : [{ base, widths, media: undefined }]
  for (const crop of crops)
    preload(`${crop.base}-${crop.widths.at(-1)}.avif`, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: srcSet(crop.base, crop.widths, 'avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
      ...(crop.media && { media: crop.media }),
    })
}

function srcSet(base: string, widths: readonly number[], format: 'avif' | 'webp'): string {
  return widths.map((width) => `${base}-${width}.${format} ${width}w`).join(', ')
}
