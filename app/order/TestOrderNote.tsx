import { TEST_ORDER_TEXT } from '#domain/order.ts'
import { classes } from '#app/ui/classes.ts'

/** For orders that were paid with the gateway's test keys. */
export function TestOrderNote({ className }: { readonly className?: string }) {
  return (
    <p className={classes('border border-dashed border-line-strong px-4 py-2.5 text-sm', className)}>
      {TEST_ORDER_TEXT}
    </p>
  )
}
