import { useState } from 'react'
import { Link } from 'react-router'
import {
  explainDifference,
  exportSettlements,
  readMoney,
  type Money,
  type MoneyDifference,
  type Settlement,
} from '#contract/desk/money.ts'
import { REASON_LENGTH_MAX } from '#contract/desk/reason.ts'
import { formatRupees, paise } from '#domain/money.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { Field } from '#app/ui/Field.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { Section } from '#app/ui/Section.tsx'
import { Confirm } from './Confirm.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { MonthField, thisMonth } from './MonthField.tsx'
import { Loading, LoadingLine, LoadingRows } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { OrderNumber } from './OrderNumber.tsx'
import { SaveFile } from './SaveFile.tsx'
import { dateTime } from './texts.ts'

/** What reached the bank, and how it differs from the books. */
export function MoneyScreen() {
  useTitle('Money')
  const { may } = useDesk()
  const [month, setMonth] = useState(thisMonth)
  const { state, setValue, retry } = useDeskData(readMoney, { body: { month } })
  return (
    <>
      <h1 className="text-3xl">Money</h1>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingDifferences />}
      {state.status === 'ready' && (
        <>
          <Differences
            money={state.value}
            onChange={(differences) => setValue({ ...state.value, differences })}
          />
          <Pending money={state.value} />
        </>
      )}
      <Section id="settlements" title="Settlements" className="mt-12">
        <div className="mt-4 flex flex-wrap items-end gap-4">
          <div className="w-60 max-w-full">
            <MonthField month={month} onChange={setMonth} />
          </div>
          {may('export-money') && state.status === 'ready' && state.value.settlements.length > 0 && (
            <SaveFile endpoint={exportSettlements} body={{ month }} label="Export the month" />
          )}
        </div>
        {state.status === 'loading' && (
          <Loading className="mt-6">
            <LoadingRows rows={5} cells={[['text-base', 'text-sm'], ['text-base']]} isSplit />
          </Loading>
        )}
        {state.status === 'ready' && <Settlements settlements={state.value.settlements} />}
      </Section>
    </>
  )
}

function LoadingDifferences() {
  return (
    <Loading className="mt-3">
      <LoadingLine size="text-lg" width="w-96" />
      <LoadingRows
        rows={3}
        cells={[['text-base', 'text-sm'], ['button']]}
        spacing="gap-x-6 gap-y-3 py-4"
        className="mt-6"
      />
    </Loading>
  )
}

interface DifferencesProps {
  readonly money: Money
  readonly onChange: (differences: Money['differences']) => void
}

function Differences({ money: { differences, readAt }, onChange }: DifferencesProps) {
  const open = differences.filter(({ explanation }) => explanation === null)
  if (readAt === null)
    return (
      <p className="mt-3 max-w-prose text-ink-soft">
        The shop reads the gateway’s settlements once a day, and has not read any yet.
      </p>
    )
  return (
    <>
      {open.length === 0 ? (
        <Notice tone="success" className="mt-6">
          Everything that the gateway settled agrees with the shop’s books, as read on {dateTime(readAt)}.
        </Notice>
      ) : (
        <p className="mt-3 text-lg">
          {open.length === 1 ? 'One difference' : `${open.length} differences`} between settlements and the
          shop’s books, as read on {dateTime(readAt)}.
        </p>
      )}
      <ul className="mt-6 border-t border-line empty:hidden">
        {differences.map((difference) => (
          <DifferenceRow key={difference.id} difference={difference} onChange={onChange} />
        ))}
      </ul>
    </>
  )
}

interface DifferenceRowProps {
  readonly difference: MoneyDifference
  readonly onChange: DifferencesProps['onChange']
}

function DifferenceRow({ difference, onChange }: DifferenceRowProps) {
  const { send, may } = useDesk()
  const { id, text, entityId, orderNumber, since, explanation } = difference
  return (
    <li className="grid grid-cols-1 items-start justify-items-start gap-x-6 gap-y-3 border-b border-line py-4 sm:grid-cols-[1fr_auto]">
      <div className="grid grid-cols-1 min-w-0 gap-1">
        <p>{text}</p>
        <p className="text-sm break-words text-ink-soft">
          {orderNumber !== null && (
            <>
              <Link to={`/orders/${orderNumber}`} className="link">
                <OrderNumber>{orderNumber}</OrderNumber>
              </Link>
              <span className="max-sm:hidden"> · </span>
              <br className="sm:hidden" />
            </>
          )}
          {entityId} · since {formatIndiaDate(new Date(since))}
        </p>
        {explanation && (
          <p className="text-sm break-words">
            {explanation.reason}{' '}
            <span className="text-ink-soft">
              ({explanation.by}, {dateTime(explanation.at)})
            </span>
          </p>
        )}
      </div>
      {may('explain-differences') && (
        <Confirm
          label={explanation ? 'Change' : 'Explain'}
          about={entityId}
          title="Explain this difference"
          confirmLabel="Save"
          onConfirm={({ reason = '' }) => send(explainDifference, { body: { id, reason } })}
          onDone={({ differences }) => onChange(differences)}
        >
          <p>{text} Why is it right as it is, or what was done about it? The audit log keeps the answer.</p>
          <Field
            label="Explanation"
            name="reason"
            maxLength={REASON_LENGTH_MAX}
            defaultValue={explanation?.reason}
            hint={explanation ? 'Leave empty to reopen the difference' : undefined}
            required={!explanation}
            autoComplete="off"
          />
        </Confirm>
      )}
    </li>
  )
}

function Pending({ money: { notSettledYet, refundsOnTheirWay, disputesOpen } }: { readonly money: Money }) {
  const { payments, amount } = notSettledYet
  return (
    <dl className="mt-6 grid grid-cols-1 gap-x-8 gap-y-4 border-b border-line pb-6 sm:grid-cols-3">
      <div>
        <dt className="text-sm text-ink-soft">Paid and not settled yet</dt>
        <dd className="figures text-lg">{formatRupees(amount)}</dd>
        <dd className="text-sm text-ink-soft">{payments === 1 ? 'One payment' : `${payments} payments`}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-soft">Refunds on their way to the gateway</dt>
        <dd className="figures text-lg">{refundsOnTheirWay}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-soft">Disputes that a bank has to decide</dt>
        <dd className="figures text-lg">{disputesOpen}</dd>
      </div>
    </dl>
  )
}

/** Rows for the keys j and k. */
function Settlements({ settlements }: Pick<Money, 'settlements'>) {
  if (settlements.length === 0)
    return <p className="mt-4 text-ink-soft">Nothing was settled in this month.</p>
  return (
    <ul className="mt-6 border-t border-line">
      {settlements.map((settlement) => (
        <li key={settlement.id} className="border-b border-line">
          <Link
            to={`/money/${settlement.id}`}
            data-row
            className="flex min-h-11 flex-wrap justify-between gap-x-6 gap-y-1 py-3 -outline-offset-2 hover:bg-sunken"
          >
            <span>{formatIndiaDate(new Date(settlement.settledAt))}</span>
            <span className="figures font-medium">{formatRupees(paise(settlement.net))}</span>
            <span className="basis-full text-sm text-ink-soft">{summaryOf(settlement)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function summaryOf({ utr, payments, refunds, fees, other, items }: Settlement): string {
  return [
    utr,
    items === 1 ? 'one item' : `${items}\u00A0items`,
    `payments\u00A0${formatRupees(payments)}`,
    refunds > 0 && `refunds\u00A0${formatRupees(refunds)}`,
    `fees\u00A0${formatRupees(fees)}`,
    other !== 0 && `other\u00A0${formatRupees(paise(other))}`,
  ]
    .filter(Boolean)
    .join('\u00A0· ')
}
