import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { PricedLine } from '#domain/cart.ts'
import type { PricedProduct } from '#domain/collection.ts'
import { formatRupees } from '#domain/money.ts'
import { availabilityOf } from '#domain/product.ts'
import { LINE_QUANTITY_MAX } from '#domain/limits.ts'
import { lineKeyOf, sizeLabel, type LineKey } from '#domain/sizes.ts'
import { sizesOf } from '#domain/size-range.ts'
import { paths } from '#app/paths.ts'
import { classes } from '#app/ui/classes.ts'
import { SelectField } from '#app/ui/Field.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { changeCart } from '#app/state/lists.ts'
import { ProductPicture } from '#app/product/ProductPicture.tsx'
import { Price } from '#app/product/Price.tsx'
import { MADE_TO_ORDER } from '#app/product/texts.ts'
import { MISSING_NAME, LINE_ERROR_TEXT } from './texts.ts'

/** If text is large, they fit next to the picture. */
const BUTTON_SIZE = 'size-[max(44px,min(2.75rem,12vw))]'

interface CartLineRowProps {
  readonly line: PricedLine
  readonly onRemove: () => void
}

export function CartLineRow({ line, onRemove }: CartLineRowProps) {
  const { product, error } = line
  const name = [product?.name ?? MISSING_NAME, sizeLabel(line.key)].filter(Boolean).join(', ')
  return (
    <article className="flex gap-[min(1rem,5vw)] py-6 sm:gap-6" aria-label={name}>
      {product ? (
        <Link to={paths.product(product)} tabIndex={-1} aria-hidden="true" className="shrink-0">
          <ProductPicture
            product={product}
            sizes="(min-width: 40rem) 128px, 96px"
            alt={product.pictures[0]}
            className={classes('size-[min(6rem,27vw)] sm:size-32', error !== null && 'opacity-50')}
          />
        </Link>
      ) : (
        <div className="size-[min(6rem,27vw)] shrink-0 bg-sunken sm:size-32" />
      )}
      <div className="grid min-w-0 grow grid-cols-1 content-start gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <LineDetails line={line} />
        {error === null && (
          <p
            className={classes(
              'figures font-medium sm:pt-0.5 sm:text-right',
              line.quantity === 1 && 'max-sm:hidden',
            )}
          >
            <span className="sr-only">Line total </span>
            {formatRupees(line.total)}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3 sm:col-span-2">
          {error === null ? (
            <Quantity line={line} name={name} />
          ) : (
            <p className="flex items-center gap-1.5 text-sm font-medium text-ruby">
              <Icon name="warning" className="size-4" />
              {LINE_ERROR_TEXT[error]}
            </p>
          )}
          <IconButton
            label={`Remove ${name}`}
            icon={<Icon name="trash" className="size-5" />}
            onClick={onRemove}
            className={`mr-[calc((1.25rem-max(44px,min(2.75rem,12vw)))/2)] ${BUTTON_SIZE}`}
          />
        </div>
      </div>
    </article>
  )
}

interface NamedLineProps {
  readonly line: PricedLine
  readonly name: string
}

function LineDetails({ line }: Pick<NamedLineProps, 'line'>) {
  const { product, error } = line
  return (
    <div>
      <h2 className="text-lg leading-snug font-semibold">
        {product ? (
          <Link to={paths.product(product)} className="-my-2.5 inline-block py-2.5 hover:text-gold-ink">
            {product.name}
          </Link>
        ) : (
          MISSING_NAME
        )}
      </h2>
      {product && <p className="mt-0.5 text-sm text-ink-soft">{product.category}</p>}
      {error === null && (
        <div
          className={classes(
            'mt-1.5 flex flex-wrap items-baseline gap-x-1.5 text-sm',
            line.quantity === 1 && line.product.price.saving === 0 && 'sm:hidden',
          )}
        >
          <Price price={line.product.price} />
          {line.quantity > 1 && <span className="text-ink-soft">each</span>}
        </div>
      )}
      {product && !product.retired && <SizeSelect line={line} product={product} />}
      {product && availabilityOf(product) === 'made to order' && (
        <p className="mt-1.5 text-sm text-ink-soft">{MADE_TO_ORDER}</p>
      )}
    </div>
  )
}

interface SizeSelectProps {
  readonly line: PricedLine
  readonly product: PricedProduct
}

function SizeSelect({ line: { key }, product }: SizeSelectProps) {
  const offered = sizesOf(product)
  if (offered.length === 0) return null
  // A size no longer offered is shown until another is chosen.
  const sizes = offered.includes(key.size) ? offered : [key.size, ...offered]
  const choose = (size: string) => {
    // Another size is another row: the focus moves with the line.
    flushSync(() => changeCart({ do: 'resize', product: key, size }))
    document.getElementById(sizeFieldId({ ...key, size }))?.focus({ preventScroll: true })
  }
  return (
    <SelectField
      id={sizeFieldId(key)}
      name="size"
      label="Size"
      labelHidden
      options={sizes.map((size) => ({ value: size, label: sizeLabel({ type: key.type, size }) }))}
      value={key.size}
      onChange={(event) => choose(event.target.value)}
      className="mt-2 w-fit"
    />
  )
}

function sizeFieldId(key: LineKey): string {
  return `size-${lineKeyOf(key)}`
}

function Quantity({ line, name }: NamedLineProps) {
  const { key, quantity } = line
  const set = (wanted: number) => changeCart({ do: 'set', product: key, quantity: wanted })
  return (
    <fieldset
      aria-label={`Quantity of ${name}`}
      className="inline-flex items-center rounded-full border border-line-strong print:border-0"
    >
      <IconButton
        label="One less"
        icon={<Icon name="minus" className="size-4" />}
        disabled={quantity <= 1}
        className={BUTTON_SIZE}
        onClick={() => set(quantity - 1)}
      />
      <output className="figures min-w-6 text-center font-medium">
        <span className="sr-only print:not-sr-only">Quantity </span>
        {quantity}
      </output>
      <IconButton
        label="One more"
        icon={<Icon name="plus" className="size-4" />}
        disabled={quantity >= LINE_QUANTITY_MAX}
        className={BUTTON_SIZE}
        onClick={() => set(quantity + 1)}
      />
    </fieldset>
  )
}
