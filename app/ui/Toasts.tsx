interface ToastsProps {
  readonly toasts: readonly { readonly id: number; readonly text: string }[]
}

/**
 * Announced politely. They stand at the foot of the window, where nothing is pressed that causes one, and let every
 * click through to what lies below. The region is there from the start, since one that arrives with its text is not read.
 */
export function Toasts({ toasts }: ToastsProps) {
  return (
    <output className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2 sm:bottom-6 print:hidden">
      {toasts.map((toast) => (
        <p
          key={toast.id}
          className="toast flex items-center gap-3 rounded-sm bg-band px-5 py-3 text-base text-on-band shadow-float"
        >
          <span aria-hidden="true" className="size-1.5 rotate-45 bg-band-gold" />
          {toast.text}
        </p>
      ))}
    </output>
  )
}
