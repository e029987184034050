import { useState, type PointerEvent } from 'react'
import { UPLOAD_SIDE_MIN } from '#domain/uploaded-picture.ts'
import type { PictureCrop } from './send-picture.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** The square that pages show: its size, and its position as a fraction of the available range. */
export interface CropState {
  readonly picture: Size
  /** 1 is the largest square. */
  readonly zoom: number
  readonly across: number
  readonly down: number
}

const ZOOM_MAX = 4

export function startCrop(picture: Size): CropState {
  return { picture, zoom: 1, across: 0.5, down: 0.5 }
}

export function toCrop({ picture: { width, height }, zoom, across, down }: CropState): PictureCrop {
  const side = Math.min(Math.floor(Math.min(width, height) / zoom), width, height)
  return { left: Math.round(across * (width - side)), top: Math.round(down * (height - side)), side }
}

interface CropFieldProps {
  /** Object URL of the chosen file. */
  readonly url: string
  /** Null until the browser has read the picture, or if it cannot. */
  readonly crop: CropState | null
  readonly onChange: (crop: CropState) => void
  /** Undefined size: the browser cannot read it. */
  readonly onRead: (size: Size | undefined) => void
  readonly disabled: boolean
}

/** Lets staff drag the picture within the square, or use the sliders. */
export function CropField({ url, crop, onChange, onRead, disabled }: CropFieldProps) {
  const [grip, setGrip] = useState<{
    readonly x: number
    readonly y: number
    readonly crop: CropState
  } | null>(null)
  const move = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    if (!grip) return
    const { picture } = grip.crop
    const { side } = toCrop(grip.crop)
    const scale = side / currentTarget.clientWidth
    onChange({
      ...grip.crop,
      across: shifted(grip.crop.across, (grip.x - clientX) * scale, picture.width - side),
      down: shifted(grip.crop.down, (grip.y - clientY) * scale, picture.height - side),
    })
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div
        className="relative aspect-square w-full touch-none overflow-hidden bg-plinth select-none"
        onPointerDown={(event) => {
          if (!crop || disabled) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setGrip({ x: event.clientX, y: event.clientY, crop })
        }}
        onPointerMove={move}
        onPointerUp={() => setGrip(null)}
        onPointerCancel={() => setGrip(null)}
      >
        <img
          src={url}
          alt="The part that pages show"
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            onRead({ width, height })
          }
          onError={() => onRead(undefined)}
          className="absolute max-w-none cursor-move"
          style={crop ? placeOf(crop) : undefined}
        />
      </div>
      {crop && !disabled && <Sliders crop={crop} onChange={onChange} />}
    </div>
  )
}

function shifted(share: number, by: number, room: number): number {
  return room <= 0 ? share : Math.min(1, Math.max(0, share + by / room))
}

function placeOf(crop: CropState) {
  const { left, top, side } = toCrop(crop)
  const share = (pixels: number) => `${(100 * pixels) / side}%`
  return { width: share(crop.picture.width), left: share(-left), top: share(-top) }
}

interface SlidersProps extends Pick<CropFieldProps, 'onChange'> {
  readonly crop: CropState
}

function Sliders({ crop, onChange }: SlidersProps) {
  const { width, height } = crop.picture
  const { side } = toCrop(crop)
  const zoomMax = Math.min(ZOOM_MAX, Math.min(width, height) / UPLOAD_SIDE_MIN)
  const sliders = [
    { key: 'zoom', label: 'Zoom', min: 1, max: zoomMax, has: zoomMax > 1 },
    { key: 'across', label: 'Left to right', min: 0, max: 1, has: width > side },
    { key: 'down', label: 'Top to bottom', min: 0, max: 1, has: height > side },
  ] as const
  return (
    <>
      {sliders.map(
        ({ key, label, min, max, has }) =>
          has && (
            <label key={key} className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-3 text-sm">
              {label}
              <input
                type="range"
                min={min}
                max={max}
                step={0.01}
                value={crop[key]}
                aria-valuetext={`${Math.round(100 * crop[key])}%`}
                onChange={({ currentTarget: { valueAsNumber } }) =>
                  onChange({ ...crop, [key]: valueAsNumber })
                }
                className="h-11 w-full"
              />
            </label>
          ),
      )}
    </>
  )
}
