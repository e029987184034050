import type { ProductKey } from '#domain/product.ts'
import { callOnDemand } from '#app/state/call-on-demand.ts'
import { useRequest } from '#app/state/use-request.ts'

/** Loads nothing until there is a pincode. */
export function useEstimate({ type, id }: ProductKey, pincode: string | null) {
  return useRequest(pincode && `${type} ${id} ${pincode}`, (signal) =>
    callOnDemand(import('./estimate-call.ts'), ({ fetchEstimate }) =>
      fetchEstimate({ type, id }, pincode ?? '', signal),
    ),
  )
}
