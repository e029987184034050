import { TEST_ORDER_TEXT } from '#domain/order.ts'
import { classes } from '#app/ui/classes.ts'

/** On an order that was placed under test keys of the gateway. */
export function TestOrderNote({ className }: { readonly className?: string }) {
  return (
    <p className={classes('border border-dashed border-line-strong px-4 py-2.5 text-sm', className)}>
      {TEST_ORDER_TEXT}
    </p>
  )
}
