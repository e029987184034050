import { useEffect, useRef, useState, type RefObject } from 'react'
import { huidIn } from '#domain/huid.ts'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { canScan, startScan } from './scan.ts'

/** A form field that a tag can fill. */
export interface ScannedField {
  readonly name: string
  /** The piece or parcel it belongs to, shown while scanning. */
  readonly label: string
  readonly isHuid: boolean
}

interface ScanTagsProps {
  readonly form: RefObject<HTMLFormElement | null>
  readonly fields: readonly ScannedField[]
}

/** Fills the empty fields one after another; renders nothing if the browser cannot read codes. */
export function ScanTags(props: ScanTagsProps) {
  const [isOpen, setOpen] = useState(false)
  const [isPossible] = useState(canScan)
  if (!isPossible || props.fields.length === 0) return null
  if (isOpen) return <Scanner {...props} onClose={() => setOpen(false)} />
  return (
    <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
      Scan the tags
    </Button>
  )
}

const MARK_MS = 60

function Scanner({ form, fields, onClose }: ScanTagsProps & { readonly onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [next, setNext] = useState(() => emptyOf(form.current, fields))

  useEffect(() => {
    if (!video.current) return
    const stop = startScan({
      video: video.current,
      onError: setError,
      onCode(text) {
        const result = enter(form.current, fields, text)
        if (result === null) return
        setAnnouncement(result)
        navigator.vibrate?.(MARK_MS)
        const following = emptyOf(form.current, fields)
        setNext(following)
        // The camera is off once nothing is left to scan.
        if (!following) stop()
      },
    })
    return stop
  }, [form, fields])

  return (
    <fieldset className="grid grid-cols-1 gap-3 border border-line bg-sunken p-4">
      <legend className="sr-only">Scan the tags</legend>
      <ErrorNotice>{error}</ErrorNotice>
      {!error && next && (
        <>
          <p>Hold the tag before the camera: {next.label}</p>
          <video ref={video} muted playsInline className="aspect-4/3 w-full max-w-md bg-black object-cover">
            {/* A camera picture needs no captions. */}
          </video>
        </>
      )}
      {!error && !next && <p>Every piece has its code.</p>}
      <p aria-live="polite" className="min-h-6 tabular-nums wrap-anywhere text-ink-soft">
        {announcement}
      </p>
      <Button variant="secondary" className="justify-self-start" onClick={onClose}>
        {next ? 'Type instead' : 'Done'}
      </Button>
    </fieldset>
  )
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const input = form?.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : null
}

function emptyOf(form: HTMLFormElement | null, fields: readonly ScannedField[]): ScannedField | null {
  return fields.find(({ name }) => inputOf(form, name)?.value.trim() === '') ?? null
}

/** The message for a scanned code; null for one that is already entered, because the camera sees it many times. */
function enter(form: HTMLFormElement | null, fields: readonly ScannedField[], text: string): string | null {
  const field = emptyOf(form, fields)
  const input = field && inputOf(form, field.name)
  if (!input) return null
  const code = field.isHuid ? huidIn(text) : text.trim().toUpperCase()
  if (code === null) return `This tag names no HUID: ${text.slice(0, 40)}`
  if (fields.some(({ name }) => inputOf(form, name)?.value.trim().toUpperCase() === code)) return null
  input.value = code
  return `${code}: ${field.label}`
}
