/** The paper of the photograph without the piece, behind the 3D model, in the photograph's place. */
import { useEffect, useRef } from 'react'
import { pictureBase, type PicturedProduct } from '#domain/product.ts'
import { grained, mixed, type Colour } from './grained.ts'

/** Size of the reduced photograph. */
const REDUCED = 32
/** The corners determine the light on the paper; between them is the piece with its stand or bust. */
const PATCH = 4
/** Fine enough for its grain to be invisible when enlarged. */
const SIDE = 640

export function Backdrop({ product }: { readonly product: PicturedProduct }) {
  const paper = useRef<HTMLCanvasElement>(null)
  const light = useRef<HTMLCanvasElement>(null)
  const source = `${pictureBase(product, 1)}-320.webp`
  useEffect(() => {
    const photograph = new Image()
    photograph.src = source
    photograph.decode().then(
      () => draw(paper.current, paperOf(photograph)),
      // The plinth keeps its colour.
      () => {},
    )
  }, [source])
  useEffect(() => draw(light.current, lightOn(document.documentElement)), [])
  return (
    <div aria-hidden="true" className="absolute inset-0 isolate bg-plinth *:absolute *:size-full">
      <canvas ref={paper} width={SIDE} height={SIDE} />
      <canvas
        ref={light}
        width={SIDE}
        height={SIDE}
        className="mix-blend-darken dark:[filter:brightness(0.92)]"
      />
    </div>
  )
}

type ColourAt = (x: number, y: number) => Colour

function draw(canvas: HTMLCanvasElement | null, colourAt: ColourAt | null): void {
  if (colourAt) canvas?.getContext('2d')?.putImageData(new ImageData(grained(SIDE, colourAt), SIDE), 0, 0)
}

function paperOf(photograph: HTMLImageElement): ColourAt | null {
  const reduced = Object.assign(document.createElement('canvas'), { width: REDUCED, height: REDUCED })
  const context = reduced.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(photograph, 0, 0, REDUCED, REDUCED)
  const end = REDUCED - PATCH
  const corner = (x: number, y: number) => medianOf(context.getImageData(x, y, PATCH, PATCH))
  const [topLeft, topRight, left, right] = [corner(0, 0), corner(end, 0), corner(0, end), corner(end, end)]
  return (x, y) => mixed(mixed(topLeft, topRight, x), mixed(left, right, x), y)
}

/** A chain that crosses the patch is ignored. */
function medianOf({ data }: ImageData): Colour {
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
    const values = data.filter((_, index) => index % 4 === channel).toSorted()
    return values[Math.floor(values.length / 2)] ?? 0
  })
  return [red, green, blue]
}

/** The light of the photographs (`lit` in classes.css), whose gradient would have visible steps. */
function lightOn(page: HTMLElement): ColourAt {
  const style = getComputedStyle(page)
  const colour = (name: string) => colourOf(style.getPropertyValue(`--color-${name}`))
  const [centre, around, edge] = [colour('lit'), colour('dim'), colour('edge')]
  const [inner, outer] = [0.18, 0.56]
  return (x, y) => {
    const away = Math.hypot((x - 0.5) / 1.1, (y - 0.66) / 0.95)
    if (away < outer) return mixed(centre, around, Math.max((away - inner) / (outer - inner), 0))
    return mixed(around, edge, Math.min((away - outer) / (1 - outer), 1))
  }
}

/** From #rrggbb, as the style sheet is written. */
function colourOf(hex: string): Colour {
  const value = Number.parseInt(hex.trim().slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
