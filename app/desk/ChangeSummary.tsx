import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { PRODUCTS_SHOWN, type ChangePreview as Preview } from '#contract/desk/editions.ts'
import { formatRupees, paise } from '#domain/money.ts'
import { presentationOf } from '#domain/presentation.ts'
import { isProductType } from '#domain/product.ts'
import { UPLOADED_PICTURE } from '#domain/uploaded-picture.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { belowMetalCsv } from './below-metal.ts'
import { CheckField } from './CheckField.tsx'
import { Loading, LoadingFields, LoadingText } from './Loading.tsx'

const PROBLEMS_SHOWN = 50

type Move = NonNullable<Preview['effect']['largestRise']>

/** The effect of a change. `children` are its buttons: they get the approval of the errors, null until it is given. */
export function ChangeSummary({
  preview,
  children,
}: {
  readonly preview: Preview
  readonly children: (decision: ChangeDecision) => ReactNode
}) {
  const [isApproved, setApproved] = useState(false)
  const [isBelowMetalApproved, setBelowMetalApproved] = useState(false)
  const { rates, selections, problems, approval, belowMetalApproval, canPublish } = preview
  const isReady =
    canPublish &&
    (problems.length === 0 || isApproved) &&
    (belowMetalApproval === null || isBelowMetalApproved)
  return (
    <div className="grid grid-cols-1 gap-5">
      {problems.length > 0 && (
        <Notice tone="error">
          <ul className="grid grid-cols-1 gap-1">
            {problems.slice(0, PROBLEMS_SHOWN).map(({ subject, text }) => (
              <li key={`${subject} ${text}`}>
                {subject} {text}.
              </li>
            ))}
            {problems.length > PROBLEMS_SHOWN && <li>and {problems.length - PROBLEMS_SHOWN} more.</li>}
          </ul>
        </Notice>
      )}
      {canPublish ? (
        <>
          <Fields fields={[...rates, ...selections]} />
          <Effect effect={preview.effect} />
          <BelowMetal preview={preview} />
          {belowMetalApproval !== null && (
            <CheckField
              label={`I sell ${piecesText(preview)} below the value of the metal.`}
              checked={isBelowMetalApproved}
              onChange={setBelowMetalApproved}
            />
          )}
          <Products preview={preview} />
        </>
      ) : (
        problems.length === 0 && <p>Nothing changes.</p>
      )}
      {canPublish && problems.length > 0 && (
        <CheckField label="I have checked this, and mean it." checked={isApproved} onChange={setApproved} />
      )}
      {children({
        isReady,
        approval: isApproved ? approval : null,
        belowMetalApproval: isBelowMetalApproved ? belowMetalApproval : null,
      })}
    </div>
  )
}

export function LoadingChanges() {
  return (
    <Loading>
      <LoadingText lines={3} />
      <LoadingFields count={1} className="mt-5" />
    </Loading>
  )
}

export interface ChangeDecision {
  readonly isReady: boolean
  readonly approval: string | null
  readonly belowMetalApproval: string | null
}

type FieldChange = Preview['rates'][number]

function Fields({ fields }: { readonly fields: readonly FieldChange[] }) {
  if (fields.length === 0) return null
  return (
    <dl className="grid grid-cols-1 gap-2">
      {fields.map(({ label, before, after }) => (
        <div key={label} className="flex flex-wrap gap-x-3">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-words">
            <span className="inline-block max-w-full">
              <FieldValue text={before} /> →
            </span>{' '}
            <strong className="inline-block max-w-full font-medium">
              <FieldValue text={after} />
            </strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A row whose value is an uploaded picture shows the picture. */
function FieldValue({ text }: { readonly text: string | null }) {
  if (text === null || !UPLOADED_PICTURE.test(text)) return text ?? 'none'
  return <img src={`/pictures/${text}-320.webp`} alt={text} className="inline-block size-24 align-middle" />
}

function Effect({ effect: { count, largestRise, largestFall, byType } }: Pick<Preview, 'effect'>) {
  if (count === 0) return <p>No price changes.</p>
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-lg">
        {count === 1 ? 'One price changes' : `${count} prices change`}.
        {largestRise && ` The largest rise: ${moveText(largestRise)}.`}
        {largestFall && ` The largest fall: ${moveText(largestFall)}.`}
      </p>
      <table className="w-full max-w-md text-left">
        <caption className="sr-only">Prices that change, by type</caption>
        <thead className="text-sm text-ink-soft">
          <tr>
            <th scope="col" className="py-1 font-normal">
              Type
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Prices
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {byType.map(({ type, count: ofType, lowestPercent, highestPercent }) => (
            <tr key={type} className="border-t border-line">
              <th scope="row" className="py-1.5 font-normal">
                {isProductType(type) ? presentationOf(type).label : type}
              </th>
              <td className="figures py-1.5 text-right">{ofType}</td>
              <td className="py-1.5 pl-[min(0.75rem,1vw)] text-right tabular-nums lining-nums">
                {lowestPercent === highestPercent
                  ? percentText(lowestPercent)
                  : `${percentText(lowestPercent)} to ${percentText(highestPercent)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function moveText({ name, before, after, percent }: Move): string {
  return `${name}, ${formatRupees(paise(before))} → ${formatRupees(paise(after))} (${percentText(percent)})`
}

function percentText(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent}%`
}

/** Pieces that sell for less than the value of their metal; those affected by this change come first. */
function BelowMetal({ preview }: { readonly preview: Preview }) {
  const { belowMetal, belowMetalApproval } = preview
  if (belowMetal.length === 0) return null
  const shown = belowMetal.slice(0, PRODUCTS_SHOWN)
  return (
    <Notice tone={belowMetalApproval === null ? 'info' : 'error'}>
      <p>Fixed prices do not follow the rate. These are below the value of their metal:</p>
      <ul className="mt-1 grid grid-cols-1 gap-1">
        {shown.map(({ sku, name, price, metalValue, isNew }) => (
          <li key={sku} className="break-words">
            <Link to={`/collection/${sku}`} className="underline">
              {name}
            </Link>{' '}
            costs {formatRupees(paise(price))}, its metal {formatRupees(paise(metalValue))}
            {isNew ? '.' : ', as before.'}
          </li>
        ))}
        {belowMetal.length > shown.length && <li>and {belowMetal.length - shown.length} more.</li>}
      </ul>
      <p className="mt-2">
        To change them together, save them as a file, enter new prices (without one, a piece is priced by
        weight and rate), and{' '}
        <Link to="/collection/import" className="underline">
          import it
        </Link>
        .
      </p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        onClick={() => saveFile('products.csv', belowMetalCsv(belowMetal), 'text/csv')}
      >
        Save these pieces (CSV)
      </Button>
    </Notice>
  )
}

function piecesText({ belowMetal }: Preview): string {
  const count = belowMetal.filter(({ isNew }) => isNew).length
  return count === 1 ? 'this piece' : `these ${count} pieces`
}

function Products({ preview: { products, productCount } }: { readonly preview: Preview }) {
  if (products.length === 0) return null
  return (
    <details className="border-t border-line">
      <summary className="min-h-11 cursor-pointer py-3 underline decoration-gold underline-offset-4">
        {productCount === 1 ? 'The product' : `The ${productCount} products`}
      </summary>
      <ul className="text-sm">
        {products.map(({ sku, name, kind, fields, priceBefore, priceAfter }) => (
          <li key={sku} className="border-t border-line py-2">
            <p className="break-words">
              {name} <span className="text-ink-soft">{sku}</span>: {kind}
              {priceBefore !== priceAfter && (
                <span className="tabular-nums">
                  {' '}
                  · {priceText(priceBefore)} → {priceText(priceAfter)}
                </span>
              )}
            </p>
            {fields.length > 0 && <Fields fields={fields} />}
          </li>
        ))}
      </ul>
      {productCount > products.length && (
        <p className="border-t border-line py-2 text-sm text-ink-soft">
          and {productCount - products.length} more
        </p>
      )}
    </details>
  )
}

function priceText(amount: number | null): string {
  return amount === null ? 'none' : formatRupees(paise(amount))
}
