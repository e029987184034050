import { classes } from './classes.ts'

/** A placeholder while content loads; `className` gives its size. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classes('animate-pulse rounded-sm bg-sunken forced-colors:border', className)}
    />
  )
}
