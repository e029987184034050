import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import {
  HEIC_TEXT,
  isHeicFile,
  UPLOAD_BYTES_MAX,
  UPLOAD_SIDE_MIN,
  UPLOAD_TYPES,
} from '#domain/uploaded-picture.ts'
import type { CallError } from '#app/api.ts'
import { Button } from '#app/ui/Button.tsx'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { errorText } from '#app/state/error-text.ts'
import { CropField, startCrop, toCrop, type CropState } from './CropField.tsx'
import { sendPicture } from './send-picture.ts'

interface PhotographFieldProps {
  readonly label: string
  readonly name: string
  /** Name of an uploaded picture; empty for the build's picture. */
  readonly value: string
  /** Base path of the build's picture, without width and format; null if there is none. */
  readonly builtBase: string | null
  readonly disabled: boolean
  readonly error: string | undefined
  /** Whether a chosen file is not uploaded yet. */
  readonly onPending: (isPending: boolean) => void
  /** The field for the alternative text. */
  readonly children: ReactNode
}

export function PhotographField(props: PhotographFieldProps) {
  const { label, name, value, builtBase, disabled, error, onPending, children } = props
  const [uploaded, setUploaded] = useState(value)
  const [file, setFile] = useState<File | null>(null)
  const [rejected, setRejected] = useState<string | null>(null)
  const fieldset = useFocusOnChange(file)
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const rejection = rejectionOf(chosen)
    setRejected(rejection)
    if (rejection !== null) return
    setFile(chosen)
    onPending(true)
  }
  const leave = (picture = uploaded) => {
    setUploaded(picture)
    setFile(null)
    onPending(false)
  }
  const base = uploaded === '' ? builtBase : `/pictures/${uploaded}`
  const problem = rejected ?? (error === undefined ? null : `It ${error}.`)
  return (
    <fieldset ref={fieldset} className="grid grid-cols-1 content-start gap-3 border-t border-line pt-4">
      <legend className="float-left w-full pb-1 font-medium">{label}</legend>
      <input type="hidden" name={name} value={uploaded} />
      {file ? (
        <ChosenPicture
          key={`${file.name} ${file.lastModified}`}
          file={file}
          onUploaded={leave}
          onLeave={() => leave()}
        />
      ) : (
        <DropZone isActive={!disabled} onDrop={choose}>
          {base === null ? (
            <p className="grid size-full place-items-center p-6 text-center text-ink-soft">
              {disabled ? 'No picture' : 'Drop a picture here, or choose one.'}
            </p>
          ) : (
            <img src={`${base}-640.webp`} alt={`${label} as it is`} className="size-full object-cover" />
          )}
        </DropZone>
      )}
      {!disabled && !file && (
        <FileButtons hasPicture={base !== null} onChoose={choose}>
          {builtBase !== null && uploaded !== '' && (
            <QuietButton onClick={() => leave('')}>Use the studio picture</QuietButton>
          )}
          {uploaded !== value && <QuietButton onClick={() => leave(value)}>Undo</QuietButton>}
        </FileButtons>
      )}
      {problem && <FieldError>{problem}</FieldError>}
      {children}
    </fieldset>
  )
}

/** Errors that need no upload to be found. */
function rejectionOf(file: File): string | null {
  if (isHeicFile(file)) return HEIC_TEXT
  return file.size > UPLOAD_BYTES_MAX
    ? `${file.name} has more than ${UPLOAD_BYTES_MAX / 1024 / 1024} MB.`
    : null
}

/** Focuses its first button, because the focused button is gone. */
function useFocusOnChange(file: File | null) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const before = useRef(file)
  useEffect(() => {
    if (before.current === file) return
    before.current = file
    fieldset.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [file])
  return fieldset
}

function FieldError({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="flex items-start gap-1.5 text-sm text-ruby">
      <Icon name="warning" className="mt-0.5 size-4" />
      {children}
    </p>
  )
}

interface DropZoneProps {
  readonly isActive: boolean
  readonly onDrop: (file: File | undefined) => void
  readonly children: ReactNode
}

/** A drop target for pointers; everybody can use the button. */
function DropZone({ isActive, onDrop, children }: DropZoneProps) {
  const [hasFileAbove, setFileAbove] = useState(false)
  return (
    <div
      onDragOver={(event) => {
        if (!isActive) return
        event.preventDefault()
        setFileAbove(true)
      }}
      onDragLeave={() => setFileAbove(false)}
      onDrop={(event) => {
        if (!isActive) return
        event.preventDefault()
        setFileAbove(false)
        onDrop(event.dataTransfer.files[0])
      }}
      className={classes('aspect-square w-full bg-plinth', hasFileAbove && 'outline-2 outline-gold')}
    >
      {children}
    </div>
  )
}

function QuietButton(props: Pick<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  return <Button variant="quiet" size="sm" {...props} />
}

interface FileButtonsProps {
  readonly hasPicture: boolean
  readonly onChoose: (file: File | undefined) => void
  readonly children: ReactNode
}

function FileButtons({ hasPicture, onChoose, children }: FileButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <FileButton label={hasPicture ? 'Choose another picture' : 'Choose a picture'} onChoose={onChoose} />
      <FileButton
        label="Take a photograph"
        capture
        onChoose={onChoose}
        className="hidden pointer-coarse:inline-flex"
      />
      {children}
    </div>
  )
}

interface FileButtonProps {
  readonly label: string
  /** Uses the phone's camera. */
  readonly capture?: boolean
  readonly onChoose: (file: File | undefined) => void
  readonly className?: string
}

function FileButton({ label, capture = false, onChoose, className }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => input.current?.click()} className={className}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={UPLOAD_TYPES.join()}
        {...(capture && { capture: 'environment' })}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

interface ChosenPictureProps {
  readonly file: File
  readonly onUploaded: (name: string) => void
  readonly onLeave: () => void
}

/** A chosen file before its upload: its crop, and the upload. */
function ChosenPicture({ file, onUploaded, onLeave }: ChosenPictureProps) {
  const [url] = useState(() => URL.createObjectURL(file))
  const [crop, setCrop] = useState<CropState | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useUpload(file, onUploaded)
  const isTooSmall = crop !== null && Math.min(crop.picture.width, crop.picture.height) < UPLOAD_SIDE_MIN
  const read = (size: CropState['picture'] | undefined) => {
    URL.revokeObjectURL(url)
    setCrop(size ? startCrop(size) : null)
    setProblem(size ? null : 'This browser cannot show the picture. The shop crops its centre.')
  }
  const texts = [
    problem,
    isTooSmall && `It needs at least ${UPLOAD_SIDE_MIN} × ${UPLOAD_SIDE_MIN} pixels.`,
    upload.error && uploadErrorText(upload.error),
  ].filter((text) => typeof text === 'string')
  return (
    <>
      <CropField url={url} crop={crop} onChange={setCrop} onRead={read} disabled={upload.progress !== null} />
      {upload.progress !== null && (
        <progress
          aria-label="Uploading the picture"
          max={1}
          value={upload.progress}
          className="block h-2 w-full appearance-none bg-line [&::-moz-progress-bar]:bg-gold [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-gold"
        />
      )}
      {texts.map((text) => (
        <FieldError key={text}>{text}</FieldError>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          busy={upload.progress !== null}
          disabled={isTooSmall}
          onClick={() => void upload.start(crop)}
        >
          {upload.progress === 1 ? 'Preparing…' : 'Use this picture'}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            upload.stop()
            onLeave()
          }}
        >
          Cancel
        </Button>
      </div>
    </>
  )
}

function useUpload(file: File, onUploaded: (name: string) => void) {
  /** Null while nothing is being uploaded. */
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])
  return {
    progress,
    error,
    stop: () => sending.current?.abort(),
    async start(crop: CropState | null) {
      const controller = new AbortController()
      sending.current = controller
      setError(null)
      setProgress(0)
      const result = await sendPicture(file, {
        crop: crop && toCrop(crop),
        onProgress: setProgress,
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      setProgress(null)
      if (result.ok) onUploaded(result.value.name)
      else setError(result.error)
    },
  }
}

/** The page and its input stay as they are. */
function uploadErrorText(error: CallError): string {
  return error.code === 'not-signed-in'
    ? 'Your session has ended. Sign in again in another tab, then press once more.'
    : errorText(error)
}
