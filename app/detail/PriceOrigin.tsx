import { useState } from 'react'
import { changeText } from '#domain/explain-price.ts'
import { paise } from '#domain/money.ts'
import type { ProductKey } from '#domain/product.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { callOnDemand } from '#app/state/call-on-demand.ts'
import { useRequest } from '#app/state/use-request.ts'
import { Disclosure } from '#app/ui/Disclosure.tsx'
import { LoadError } from '#app/ui/LoadError.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'

/** Since when the price applies, and what changed since the previous edition. Requests this when it is opened. */
export function PriceOrigin({ product: { type, id } }: { readonly product: ProductKey }) {
  const [isOpen, setOpen] = useState(false)
  const { state, retry } = useRequest(isOpen ? `${type} ${id}` : null, (signal) =>
    callOnDemand(import('./explain-call.ts'), ({ fetchExplanation }) =>
      fetchExplanation({ type, id }, signal),
    ),
  )
  return (
    <div className="text-sm noscript:hidden print:not-has-[[open]]:hidden">
      <Disclosure summary="When were these rates set?" onOpen={() => setOpen(true)}>
        {state.status === 'ready' && (
          <>
            <p>
              On {formatIndiaDate(new Date(state.value.edition.publishedAt))}, with edition{' '}
              {state.value.edition.number} of our collection.
            </p>
            {state.value.since && (
              <Changes
                texts={state.value.since.changes.map(({ text, amount }) =>
                  changeText({ text, amount: paise(amount) }),
                )}
              />
            )}
          </>
        )}
        {state.status === 'failed' && (
          <LoadError text="This could not be fetched. Please check your connection." onRetry={retry} />
        )}
        {state.status === 'loading' && <Skeleton className="h-5 w-2/3" />}
      </Disclosure>
    </div>
  )
}

function Changes({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return <p className="mt-2">The price did not change with it.</p>
  return (
    <>
      <p className="mt-2">What changed with it:</p>
      <ul className="mt-1 list-disc pl-5">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}
