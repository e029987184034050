import { LoadError } from '#app/ui/LoadError.tsx'
import { NOT_LOADED } from './texts.ts'

/** Replaces content that could not be loaded. */
export function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="mt-6 first:mt-0">
      <LoadError text={NOT_LOADED} onRetry={onRetry} />
    </div>
  )
}
