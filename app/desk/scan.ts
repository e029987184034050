/** Reads bar and QR codes with the camera, if the browser supports it: Chrome on Android and macOS so far. */
interface DetectedCode {
  readonly rawValue: string
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly DetectedCode[]>
}

declare global {
  interface Window {
    readonly BarcodeDetector?: new (options?: { readonly formats: readonly string[] }) => Detector
  }
}

export function canScan(): boolean {
  return window.BarcodeDetector !== undefined && 'mediaDevices' in navigator
}

/** Formats that jewellers print on tags, as far as the reader supports them. */
const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39']
const INTERVAL_MS = 200

interface Scan {
  readonly video: HTMLVideoElement
  onCode(text: string): void
  onError(text: string): void
}

/** Runs until the returned function is called. A code is reported repeatedly while it is in view. */
export function startScan({ video, onCode, onError }: Scan): () => void {
  const state: { isStopped: boolean; stream: MediaStream | null } = { isStopped: false, stream: null }
  const release = () => state.stream?.getTracks().forEach((track) => track.stop())

  async function run() {
    const { BarcodeDetector } = window
    if (!BarcodeDetector) return
    const detector = new BarcodeDetector({ formats: FORMATS })
    state.stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 } },
    })
    // Closed while the browser was asking for permission.
    if (state.isStopped) return release()
    video.srcObject = state.stream
    await video.play()
    while (!state.isStopped) {
      // An unreadable frame is followed by another.
      const codes = await detector.detect(video).catch(() => [])
      if (!state.isStopped) for (const { rawValue } of codes) onCode(rawValue)
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
    }
  }

  run().catch((error: unknown) => {
    release()
    if (!state.isStopped) onError(errorOf(error))
  })
  return () => {
    state.isStopped = true
    release()
  }
}

function errorOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return 'The camera is blocked for this page. Allow it in the settings of the browser for this site, or type the HUIDs.'
  if (name === 'NotFoundError') return 'This device has no camera. Type the HUIDs.'
  if (name === 'NotReadableError')
    return 'Another app uses the camera. Close it and try again, or type the HUIDs.'
  return 'The camera could not be started. Try again, or type the HUIDs.'
}
