import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  exportStockSheet,
  searchStock,
  STOCK_VIEWS,
  type SinglePiece,
  type StockedProduct,
  type StockView,
} from '#contract/desk/stock.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { mapValue } from '#domain/result.ts'
import { classes } from '#app/ui/classes.ts'
import { useDesk, useTitle } from './desk-context.ts'
import { LoadingRows } from './Loading.tsx'
import { PagedList } from './PagedList.tsx'
import { PieceLife } from './PieceLife.tsx'
import { SaveFile } from './SaveFile.tsx'
import { SearchForm } from './SearchForm.tsx'
import { levelText } from './texts.ts'

const STOCK_VIEW_LABELS: Readonly<Record<StockView, string>> = {
  all: 'All products',
  low: `Low: ${LOW_STOCK} or fewer`,
  out: 'Out of stock',
  held: 'Held for orders',
}

export function StockScreen() {
  useTitle('Stock')
  const { send } = useDesk()
  const [params, setParams] = useSearchParams()
  const [piece, setPiece] = useState<SinglePiece | null>(null)
  const view = STOCK_VIEWS.find((each) => each === params.get('view')) ?? 'all'
  const text = params.get('text') ?? ''
  const search = (change: { readonly view?: StockView; readonly text?: string }) =>
    setParams({ view, text, ...change }, { replace: true })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Stock</h1>
        <SaveFile endpoint={exportStockSheet} label="Sheet for a stocktaking" />
      </div>
      <SearchForm
        label="Name, SKU, serial number or HUID"
        views={STOCK_VIEW_LABELS}
        view={view}
        onView={(chosen) => search({ view: chosen })}
        text={text}
        onFind={(typed) => search({ text: typed })}
      />
      <div className="mt-6">
        {piece && <PieceLife piece={piece} />}
        <PagedList
          key={`${view} ${text}`}
          load={async (after: string | null, options) => {
            const result = await send(searchStock, { body: { text, view, after }, ...options })
            if (result.ok && after === null) setPiece(result.value.piece ?? null)
            return mapValue(result, ({ products, after: next }) => ({ items: products, next }))
          }}
          placeholder={
            <LoadingRows rows={10} cells={[['text-base'], ['text-base'], ['text-sm']]} columns={COLUMNS} />
          }
          emptyText="No product matches."
          moreLabel="More products"
        >
          {(products) => <StockRows products={products} />}
        </PagedList>
      </div>
    </>
  )
}

/** Of a row. */
const COLUMNS = 'sm:grid-cols-[9rem_1fr_auto]'

/** Rows for the keys j and k. */
function StockRows({ products }: { readonly products: readonly StockedProduct[] }) {
  return (
    <ul className="border-t border-line">
      {products.map(({ sku, name, isRetired, levels }) => (
        <li key={sku} className="border-b border-line">
          <Link
            to={`/stock/${sku}`}
            data-row
            className={classes(
              'grid grid-cols-1 min-h-11 gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken',
              COLUMNS,
            )}
          >
            <span className="figures text-ink-soft">{sku}</span>
            <span className="min-w-0 break-words">
              {name}
              {isRetired && <span className="text-ink-soft"> · retired</span>}
            </span>
            <span className="text-sm sm:text-right">
              {levels.length === 0 && <span className="text-ink-soft">not counted</span>}
              {levels.map((level) => (
                <span key={level.size} className="block">
                  <LevelMark onHand={level.onHand} /> {levelText(level)}
                </span>
              ))}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function LevelMark({ onHand }: { readonly onHand: number }) {
  if (onHand > LOW_STOCK) return null
  return <span className="text-ruby">{onHand === 0 ? 'Out of stock.' : 'Low.'}</span>
}
