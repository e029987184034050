import { Unreachable } from '#app/purchase/Unreachable.tsx'
import { LOAD_FAILED } from './words.ts'

export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  return <Unreachable words={LOAD_FAILED} onRetry={onRetry} />
}
