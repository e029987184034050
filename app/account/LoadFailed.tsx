import { LoadError } from '#app/ui/LoadError.tsx'
import { LOAD_FAILED } from './texts.ts'

export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  return <LoadError text={LOAD_FAILED} onRetry={onRetry} />
}
