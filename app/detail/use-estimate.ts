import type { ProductKey } from '#domain/product.ts'
import { useRequest } from '#app/state/use-request.ts'

/** Loads nothing until there is a pincode. */
export function useEstimate({ type, id }: ProductKey, pincode: string | null) {
  return useRequest(pincode && `${type} ${id} ${pincode}`, (signal) =>
    // Loaded on demand, because it includes the contract's schemas.
    import('./estimate-call.ts').then(
      ({ fetchEstimate }) => fetchEstimate({ type, id }, pincode ?? '', signal),
      () => ({ ok: false, error: 'no connection' }) as const,
    ),
  )
}
