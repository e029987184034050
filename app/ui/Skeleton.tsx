import { classes } from './classes.ts'

/** Holds the place of something that really loads. Its measures come from the class. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classes('animate-pulse rounded-sm bg-sunken forced-colors:border', className)}
    />
  )
}
