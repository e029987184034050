import { memo, useState, type ReactNode } from 'react'
import type { PricedProduct } from '#domain/collection.ts'
import { type Anklet, type Gem } from '#domain/product.ts'
import { canAddFromCard, presentationOf, type ToastTexts } from '#domain/presentation.ts'
import { AddToCartIcon } from './AddToCartButton.tsx'
import { CardLink } from './CardLink.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import { Price } from './Price.tsx'
import { Rating } from './Rating.tsx'
import { SecondPicture } from './SecondPicture.tsx'
import { StockText } from './StockBadge.tsx'
import { WishlistHeart } from './WishlistHeart.tsx'

interface ProductCardProps {
  readonly product: PricedProduct
  /** The heading's level on the page that shows the card. */
  readonly level?: 2 | 3
  /** By default those of the listing; the home page has others. */
  readonly toasts?: ToastTexts
  /** Loads the picture at once, for cards that are in view first. */
  readonly eager?: boolean
  /** In a list of several types, so that names and prices align. */
  readonly omitsFacts?: boolean
}

/** Memoized: not re-rendered by keystrokes in a listing's search. */
export const ProductCard = memo(Card)

/** The link of the name covers the card; the buttons are above it. */
function Card({ product, level = 2, toasts, eager, omitsFacts = false }: ProductCardProps) {
  const { card } = presentationOf(product.type)
  const texts = toasts ?? card.toasts
  const facts = omitsFacts ? 'category' : card.facts
  const Heading = level === 2 ? 'h2' : 'h3'
  // The second picture loads on the first hover or focus.
  const [hasSecond, setHasSecond] = useState(false)
  const showSecond = () => setHasSecond(card.secondPictureOnHover)
  return (
    <article className="group relative flex h-full flex-col">
      <div className="relative lit aspect-square overflow-hidden bg-plinth">
        <ProductPicture
          product={product}
          sizes={CARD_SIZES}
          alt={product.pictures[0]}
          eager={eager}
          className="size-full"
        />
        {hasSecond && <SecondPicture product={product} sizes={CARD_SIZES} />}
        {/* Anklet cards show their stock below. */}
        {facts !== 'anklet' && <CardTag product={product} />}
      </div>
      <div className="flex grow flex-col gap-1 pt-3">
        <p className="overline-text text-ink-soft">{product.category}</p>
        <Heading className="text-lg leading-snug font-semibold">
          <CardLink
            product={product}
            onPointerEnter={(event) => event.pointerType === 'mouse' && showSecond()}
            onFocus={showSecond}
            className="after:outline-offset-4"
          />
        </Heading>
        {facts === 'gem' && product.type === 'gems' && <GemFacts gem={product} />}
        {facts === 'anklet' && product.type === 'anklet' && <AnkletFacts anklet={product} />}
        <div className="mt-auto flex min-h-18 items-start justify-between">
          <Price price={product.price} stacked className="pt-2.5" />
          {card.buttons && (
            <AddToCartIcon
              product={product}
              toasts={texts}
              canAdd={canAddFromCard(product)}
              className="relative z-10 -mr-2.5"
            />
          )}
        </div>
      </div>
      {card.buttons && (
        <WishlistHeart product={product} toasts={texts} className="absolute top-0 right-0 z-10" />
      )}
    </article>
  )
}

/** On phones, the smallest picture has exactly what half of 360 px needs at two device pixels each. */
const CARD_SIZES =
  '(min-width: 80rem) 20rem, (min-width: 64rem) 25vw, (min-width: 44rem) 33vw, (min-width: 21.5rem) calc(46vw - 0.5rem), 92vw'

/** Labels a product that is not in stock. An anklet made to order is sold only on its detail page. */
export function CardTag({ product }: { readonly product: PricedProduct }) {
  if (product.inStock) return null
  return (
    <p className="absolute bottom-0 left-0 z-1 bg-ground px-2.5 py-1 text-xs font-medium">
      {canAddFromCard(product) ? 'Made to order' : 'Out of Stock'}
    </p>
  )
}

function GemFacts({ gem }: { readonly gem: Gem }) {
  return (
    <>
      <p className="line-clamp-2 text-sm text-ink-soft">{gem.description}</p>
      <dl className="gem-facts">
        <GemFact label="Clarity">{gem.clarity}</GemFact>
        <GemFact label="Hardness">{gem.hardness}</GemFact>
      </dl>
    </>
  )
}

function GemFact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>
        {label}
        <span className="sr-only">: </span>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function AnkletFacts({ anklet }: { readonly anklet: Anklet }) {
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
        {anklet.metal}
        {anklet.rating !== undefined && <Rating rating={anklet.rating} />}
      </p>
      <StockText product={anklet} />
    </>
  )
}
