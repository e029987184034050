/** The paper of the photograph without the piece, behind the 3D model, in the photograph's place. */
import { useEffect, useRef } from 'react'
import { pictureBase, type PicturedProduct } from '#domain/product.ts'

/** The corners determine the light on the paper; between them is the piece with its stand or bust. */
const CORNERS = 2
/** Size of the reduced photograph. */
const SIDE = 32
const PATCH = 4

export function Backdrop({ product }: { readonly product: PicturedProduct }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const source = `${pictureBase(product, 1)}-320.webp`
  useEffect(() => {
    const photograph = new Image()
    photograph.src = source
    photograph.decode().then(
      () => canvas.current?.getContext('2d')?.putImageData(paperOf(photograph), 0, 0),
      // The plinth keeps its colour.
      () => {},
    )
  }, [source])
  return (
    <div aria-hidden="true" className="absolute inset-0 lit bg-plinth">
      <canvas ref={canvas} width={CORNERS} height={CORNERS} className="size-full" />
    </div>
  )
}

function paperOf(photograph: HTMLImageElement): ImageData {
  const paper = new ImageData(CORNERS, CORNERS)
  const reduced = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE })
  const context = reduced.getContext('2d', { willReadFrequently: true })
  if (!context) return paper
  context.drawImage(photograph, 0, 0, SIDE, SIDE)
  for (let corner = 0; corner < CORNERS * CORNERS; corner++) {
    const [x, y] = [corner % CORNERS, Math.floor(corner / CORNERS)].map((place) => place * (SIDE - PATCH))
    paper.data.set(medianOf(context.getImageData(x ?? 0, y ?? 0, PATCH, PATCH)), corner * 4)
  }
  return paper
}

/** A chain that crosses the patch is ignored. */
function medianOf({ data }: ImageData): number[] {
  return [0, 1, 2, 3].map((channel) => {
    const values = data.filter((_, index) => index % 4 === channel).toSorted()
    return values[Math.floor(values.length / 2)] ?? 0
  })
}
