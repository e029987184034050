/** The paper of the photograph without the piece, behind the 3D model, in the photograph's place. */
import { useEffect, useRef } from 'react'
import { pictureBase, type PicturedProduct } from '#domain/product.ts'
import { colourOf, grained, mix, type Brush, type Colour, type Gradient } from './grained.ts'

/** Size of the reduced photograph. */
const REDUCED = 32
/** The corners determine the light on the paper; between them is the piece with its stand or bust. */
const PATCH = 4
/** At most; fine enough for its grain to be invisible when enlarged. */
const SIDE = 640

export function Backdrop({ product }: { readonly product: PicturedProduct }) {
  const paper = useRef<HTMLCanvasElement>(null)
  const light = useRef<HTMLCanvasElement>(null)
  const source = `${pictureBase(product, 1)}-320.webp`
  useEffect(() => {
    const photograph = new Image()
    photograph.src = source
    photograph.decode().then(
      () => draw(paper.current, (side) => gradientOf(side, paperOf(photograph))),
      // The plinth keeps its colour.
      () => {},
    )
  }, [source])
  useEffect(() => draw(light.current, lightOf), [])
  return (
    <div aria-hidden="true" className="absolute inset-0 isolate bg-plinth *:absolute *:size-full">
      <canvas ref={paper} />
      <canvas ref={light} className="mix-blend-darken dark:[filter:brightness(0.92)]" />
    </div>
  )
}

function draw(canvas: HTMLCanvasElement | null, pictureOf: (side: number) => ImageData | null): void {
  const side = Math.min(SIDE, canvas?.clientWidth ?? 0)
  const picture = side > 0 ? pictureOf(side) : null
  if (!canvas || !picture) return
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.putImageData(picture, 0, 0)
}

function gradientOf(side: number, gradient: Gradient | null): ImageData | null {
  return gradient && new ImageData(grained(side, gradient), side)
}

function paperOf(photograph: HTMLImageElement): Gradient | null {
  const reduced = Object.assign(document.createElement('canvas'), { width: REDUCED, height: REDUCED })
  const context = reduced.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(photograph, 0, 0, REDUCED, REDUCED)
  const end = REDUCED - PATCH
  const corner = (x: number, y: number) => medianOf(context.getImageData(x, y, PATCH, PATCH))
  const [topLeft, topRight, left, right] = [corner(0, 0), corner(end, 0), corner(0, end), corner(end, end)]
  const above: Brush = [0, 0, 0]
  const below: Brush = [0, 0, 0]
  return (x, y, brush) => {
    mix(above, topLeft, topRight, x)
    mix(below, left, right, x)
    mix(brush, above, below, y)
  }
}

/** A chain that crosses the patch is ignored. */
function medianOf({ data }: ImageData): Colour {
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
    const values = data.filter((_, index) => index % 4 === channel).toSorted()
    return values[Math.floor(values.length / 2)] ?? 0
  })
  return [red, green, blue]
}

/** The last light, which is the same for all pieces. */
let lit: ImageData | null = null

function lightOf(side: number): ImageData | null {
  if (lit?.width !== side) lit = gradientOf(side, lightOn(document.documentElement))
  return lit
}

/** The light of the photographs (`lit` in classes.css), whose gradient would have visible steps. */
function lightOn(page: HTMLElement): Gradient {
  const style = getComputedStyle(page)
  const colour = (name: string) => colourOf(style.getPropertyValue(`--color-${name}`).trim())
  const [centre, around, edge] = [colour('lit'), colour('dim'), colour('edge')]
  const [inner, outer] = [0.18, 0.56]
  return (x, y, brush) => {
    const across = (x - 0.5) / 1.1
    const down = (y - 0.66) / 0.95
    // Math.hypot is slow.
    const away = Math.sqrt(across * across + down * down)
    if (away < outer) mix(brush, centre, around, Math.max((away - inner) / (outer - inner), 0))
    else mix(brush, around, edge, Math.min((away - outer) / (1 - outer), 1))
  }
}
