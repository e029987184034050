import type { ProductKey } from '#domain/product.ts'
import { useRequest } from '#app/state/use-request.ts'

/** Does not load until there is a pincode. */
export function useEstimate({ type, id }: ProductKey, pincode: string | null) {
  return useRequest(pincode && `${type} ${id} ${pincode}`, (signal) =>
    // Loaded on demand: it brings the contract's schemas.
    import('./estimate-call.ts').then(
      ({ fetchEstimate }) => fetchEstimate({ type, id }, pincode ?? '', signal),
      () => ({ ok: false, error: 'no connection' }) as const,
    ),
  )
}
