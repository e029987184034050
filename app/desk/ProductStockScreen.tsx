import { useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  correctStockItem,
  enterStockItem,
  readProductStock,
  setProductStock,
  type ProductStock,
} from '#contract/desk/stock.ts'
import { Button } from '#app/ui/Button.tsx'

import { Field, SelectField } from '#app/ui/Field.tsx'
import { labelOf } from '#app/ui/label-of.ts'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { Section } from '#app/ui/Section.tsx'
import { useForm } from '#app/state/use-form.ts'
import { CheckField } from './CheckField.tsx'
import { Confirm } from './Confirm.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { Loading, LoadingFields, LoadingLine, LoadingRows, LoadingSection } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { OrderNumber } from './OrderNumber.tsx'
import { ReasonField } from './ReasonField.tsx'
import { dateTime, ITEM_LABELS, levelText } from './texts.ts'

interface StockProps {
  readonly stock: ProductStock
  readonly onChange: (stock: ProductStock) => void
}

export function ProductStockScreen() {
  const { sku = '' } = useParams()
  useTitle(sku)
  const { may } = useDesk()
  const { state, setValue, retry } = useDeskData(readProductStock, { params: { sku } })
  const mayChange = may('change-stock')
  const [corrections, setCorrections] = useState(0)
  if (state.status === 'failed')
    return state.error.status === 404 ? (
      <>
        <h1 className="text-3xl">{sku}</h1>
        <p className="mt-3">The shop does not have this piece.</p>
      </>
    ) : (
      <NotLoaded onRetry={retry} />
    )
  if (state.status !== 'ready') return <LoadingStock />
  const stock = state.value
  return (
    <>
      <h1 className="text-3xl break-words">{stock.name}</h1>
      <p className="mt-1 text-ink-soft">
        {sku}
        {stock.isRetired && ' · retired'}
      </p>
      <div className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-10">
          <Levels stock={stock} />
          <Items stock={stock} onChange={setValue} mayChange={mayChange} />
        </div>
        {mayChange && (
          <div className="grid grid-cols-1 content-start gap-10">
            <SetLevel
              key={corrections}
              stock={stock}
              onOutdated={setValue}
              onChange={(corrected) => {
                setValue(corrected)
                setCorrections(corrections + 1)
              }}
            />
            <EnterItem stock={stock} onChange={setValue} />
          </div>
        )}
      </div>
      <Movements movements={stock.movements} />
    </>
  )
}

function LoadingStock() {
  return (
    <Loading>
      <LoadingLine size="text-3xl" width="w-64" />
      <LoadingLine className="mt-1" />
      <div className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-2">
        <LoadingSection>
          <LoadingRows rows={3} cells={[['text-base']]} spacing="gap-x-6 gap-y-1 py-2" />
        </LoadingSection>
        <LoadingSection>
          <LoadingFields count={3} />
        </LoadingSection>
      </div>
      <LoadingSection className="mt-10">
        <LoadingRows
          rows={4}
          cells={[['text-sm'], ['text-sm']]}
          columns="sm:grid-cols-[16rem_1fr]"
          spacing="gap-x-6 gap-y-1 py-2"
        />
      </LoadingSection>
    </Loading>
  )
}

function Levels({ stock: { levels, holds, sizes } }: Pick<StockProps, 'stock'>) {
  return (
    <Section id="levels" title="On hand">
      {levels.length === 0 && <p className="text-ink-soft">Not counted yet.</p>}
      <ul>
        {levels.map((level) => (
          <li key={level.size} className="border-b border-line py-2">
            {level.size === '' && sizes.length > 0 && levels.length > 1 && 'Other sizes: '}
            {levelText(level)}
          </li>
        ))}
      </ul>
      {holds.length > 0 && (
        <ul aria-label="Holds" className="mt-3 text-sm text-ink-soft">
          {holds.map(({ orderNumber, size, quantity, expiresAt }) => (
            <li key={`${orderNumber} ${size}`}>
              {quantity} held for{' '}
              <Link to={`/orders/${orderNumber}`} className="underline">
                <OrderNumber>{orderNumber}</OrderNumber>
              </Link>{' '}
              until {dateTime(expiresAt)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Selects one of the sizes that are made. */
function SizeField({ stock: { sizes }, all, onChange, error }: SizeFieldProps) {
  if (sizes.length === 0) return null
  return (
    <SelectField
      label="Size"
      name="size"
      error={error}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      options={[
        ...(all === undefined ? [] : [{ value: '', label: all }]),
        ...sizes.map((size) => ({ value: size, label: size })),
      ]}
    />
  )
}

interface SizeFieldProps extends Pick<StockProps, 'stock'> {
  /** Selects no size. */
  readonly all?: string
  readonly onChange?: (size: string) => void
  readonly error?: string | undefined
}

interface SetLevelProps extends StockProps {
  /** The count changed before this correction, which is compared with the new count from now on. */
  readonly onOutdated: (stock: ProductStock) => void
}

function SetLevel({ stock, onChange, onOutdated }: SetLevelProps) {
  const { send } = useDesk()
  const [size, setSize] = useState('')
  const current = stock.levels.find((level) => level.size === size)?.onHand ?? null
  const form = useForm(async ({ count = '', reason = '' }) => {
    const params = { sku: stock.sku }
    const body = { size, count: Number(count), expected: current, reason }
    const result = await send(setProductStock, { params, body })
    if (result.ok || result.error.code !== 'conflict') return result
    const now = await send(readProductStock, { params })
    if (now.ok) onOutdated(now.value)
    return result
  }, onChange)
  return (
    <Section id="correct" title="Correct the count">
      <form onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
        <ErrorNotice>{form.error}</ErrorNotice>
        <SizeField
          stock={stock}
          all="All sizes without a count of their own"
          onChange={setSize}
          error={form.fieldErrors.size}
        />
        <Field
          key={size}
          label="Counted"
          name="count"
          inputMode="numeric"
          autoComplete="off"
          required
          pattern="\d{1,5}"
          title="A whole number"
          hint={current === null ? 'Not counted yet.' : `Now: ${current}, with what is held.`}
          error={form.fieldErrors.count}
        />
        <ReasonField error={form.fieldErrors.reason} />
        <Button type="submit" busy={form.isBusy} className="justify-self-start">
          Correct
        </Button>
      </form>
    </Section>
  )
}

function EnterItem({ stock, onChange }: StockProps) {
  const { send } = useDesk()
  const [isNew, setNew] = useState(false)
  const form = useForm(
    ({ size = '', serial = '', huid = '', net = '', gross = '', reason = '' }) =>
      send(enterStockItem, {
        params: { sku: stock.sku },
        body: {
          size,
          serial,
          huid: huid.trim() === '' ? null : huid,
          netWeightMg: toMg(net),
          grossWeightMg: toMg(gross),
          isNew,
          reason,
        },
      }),
    (value, element) => {
      element.reset()
      onChange(value)
    },
  )
  return (
    <Section id="enter" title="Enter a single piece">
      <form onSubmit={form.onSubmit} className="grid grid-cols-1 gap-5">
        <ErrorNotice>{form.error}</ErrorNotice>
        <SizeField stock={stock} error={form.fieldErrors.size} />
        <ItemFields errors={form.fieldErrors} />
        <CheckField label="The count does not include it yet" checked={isNew} onChange={setNew} />
        <ReasonField error={form.fieldErrors.reason} />
        <Button type="submit" variant="secondary" busy={form.isBusy} className="justify-self-start">
          Enter
        </Button>
      </form>
    </Section>
  )
}

function ItemFields({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  const code = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const
  const weight = { inputMode: 'decimal', required: true, pattern: '\\d{1,4}(\\.\\d{1,3})?' } as const
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Field
        {...code}
        label="Serial number"
        name="serial"
        required
        maxLength={40}
        pattern="[0-9A-Za-z\-]+"
        error={errors.serial}
      />
      <Field
        {...code}
        label="HUID, if hallmarked"
        name="huid"
        maxLength={6}
        pattern="[0-9A-Za-z]{6}"
        title="Six letters and digits"
        error={errors.huid}
      />
      <Field
        {...weight}
        label="Net weight in grams"
        name="net"
        title="Grams, for example 4.25"
        error={errors.netWeightMg}
      />
      <Field
        {...weight}
        label="Gross weight in grams"
        name="gross"
        title="Grams, for example 4.5"
        error={errors.grossWeightMg}
      />
    </div>
  )
}

function toMg(grams: string): number {
  return Math.round(Number(grams) * 1000)
}

function InOrder({ number }: { readonly number: string | null }) {
  if (number === null) return null
  return (
    <>
      , <OrderNumber>{number}</OrderNumber>
    </>
  )
}

function Items({ stock, onChange, mayChange }: StockProps & { readonly mayChange: boolean }) {
  if (stock.items.length === 0) return null
  return (
    <Section id="items" title="Single pieces">
      <ul>
        {stock.items.map(({ serial, huid, size, netWeightMg, grossWeightMg, state, orderNumber }) => (
          <li
            key={serial}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3"
          >
            <div className="min-w-0">
              <p>
                {serial} <span className="text-ink-soft">{huid}</span>: {labelOf(ITEM_LABELS, state)}
              </p>
              <p className="text-sm text-ink-soft">
                {size !== '' && `Size ${size}, `}
                {netWeightMg / 1000} g net, {grossWeightMg / 1000} g gross
                <InOrder number={orderNumber} />
              </p>
            </div>
            {mayChange && (state === 'available' || state === 'returned') && (
              <CorrectItem {...{ stock, onChange, serial }} state="written off" title={`Write ${serial} off`}>
                {state === 'available'
                  ? 'The piece is no longer for sale, and the count is one less.'
                  : 'The piece is not for sale for good. The count does not include it already.'}
              </CorrectItem>
            )}
            {mayChange && (state === 'returned' || state === 'written off') && (
              <CorrectItem
                {...{ stock, onChange, serial }}
                state="available"
                title={`Make ${serial} available`}
              >
                The piece is for sale again, and the count is one more.
              </CorrectItem>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const CORRECTION_LABELS = { 'written off': 'Write off', available: 'Make available' } as const

interface CorrectItemProps extends StockProps {
  readonly serial: string
  readonly state: keyof typeof CORRECTION_LABELS
  readonly title: string
  readonly children: string
}

function CorrectItem({ stock, onChange, serial, state, title, children }: CorrectItemProps) {
  const { send } = useDesk()
  return (
    <Confirm
      label={CORRECTION_LABELS[state]}
      about={serial}
      title={title}
      confirmLabel={CORRECTION_LABELS[state]}
      onConfirm={({ reason = '' }) =>
        send(correctStockItem, { params: { sku: stock.sku, serial }, body: { state, reason } })
      }
      onDone={onChange}
    >
      <p>{children}</p>
      <ReasonField />
    </Confirm>
  )
}

function Movements({ movements }: Pick<ProductStock, 'movements'>) {
  return (
    <Section id="movements" title="Movements" className="mt-10">
      <ol className="border-t border-line">
        {movements.map(({ id, at, size, change, cause, actor, reason, orderNumber }) => (
          <li
            key={id}
            className="grid grid-cols-[4rem_1fr] gap-x-4 border-b border-line py-2 text-sm sm:grid-cols-[4rem_12rem_1fr]"
          >
            <span className="figures">{change > 0 ? `+${change}` : change}</span>
            <span className="text-ink-soft">{dateTime(at)}</span>
            <span className="col-span-full min-w-0 break-words sm:col-auto">
              {cause}
              {size !== '' && `, size ${size}`}
              <InOrder number={orderNumber} /> · {actor}
              {reason !== '' && `: ${reason}`}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
