import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Product } from '#domain/product.ts'
import { AT_ONCE, paths } from '#app/paths.ts'
import { classes } from '#app/ui/classes.ts'

interface CardLinkProps extends Pick<
  ComponentProps<typeof Link>,
  'onPointerEnter' | 'onFocus' | 'className'
> {
  readonly product: Product
}

/**
 * The name of a product, as a link stretched over its card (an `article` with `group relative`), whose picture grows
 * into that of the page.
 */
export function CardLink({ product, className, ...props }: CardLinkProps) {
  return (
    <Link {...props} to={paths.product(product)} state={AT_ONCE} className={classes('card-link', className)}>
      {product.name}
    </Link>
  )
}
