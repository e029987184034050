import { strToU8, zipSync } from 'fflate'
import { useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import {
  exportTaxDocuments,
  readTaxDocumentMonth,
  type TaxDocumentMonth,
} from '#contract/desk/tax-documents.ts'
import { formatRupees, subtract, sum } from '#domain/money.ts'
import { AmountList } from '#app/ui/AmountList.tsx'
import { Button } from '#app/ui/Button.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { useCall } from '#app/state/use-call.ts'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { MonthField, thisMonth } from './MonthField.tsx'
import { Loading, LoadingAmounts, LoadingRows } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { OrderNumber } from './OrderNumber.tsx'
import { indiaDay } from './texts.ts'
import { useGradualList } from './use-gradual-list.ts'

export function TaxDocumentsScreen() {
  useTitle('Tax documents')
  const [month, setMonth] = useState(thisMonth)
  const { state, retry } = useDeskData(readTaxDocumentMonth, { params: { month } })
  return (
    <>
      <h1 className="text-3xl">Tax documents</h1>
      <div className="mt-6 max-w-60">
        <MonthField month={month} onChange={setMonth} />
      </div>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingMonth />}
      {state.status === 'ready' && <Month month={month} documents={state.value.documents} />}
    </>
  )
}

function LoadingMonth() {
  return (
    <Loading className="mt-6">
      <LoadingAmounts rows={2} className="max-w-sm" />
      <LoadingRows
        rows={6}
        cells={[
          ['text-base', 'link'],
          ['text-base', 'link'],
        ]}
        isSplit
        spacing="gap-x-6 gap-y-1 pt-3 pb-1"
        className="mt-8"
      />
    </Loading>
  )
}

interface MonthProps extends TaxDocumentMonth {
  readonly month: string
}

function Month({ month, documents }: MonthProps) {
  const rows = useGradualList(documents)
  if (documents.length === 0) return <p className="mt-6 text-lg">No tax document was issued in this month.</p>
  const totalOf = (kind: string) =>
    sum(documents.filter((one) => one.kind === kind).map(({ total }) => total))
  const [invoiced, credited] = [totalOf('invoice'), totalOf('credit note')]
  return (
    <>
      <AmountList
        className="mt-6 max-w-sm"
        rows={[
          { label: 'Invoices', value: formatRupees(invoiced) },
          { label: 'Credit notes', value: formatRupees(credited) },
        ]}
        total={{ label: 'Net sales, with GST', value: formatRupees(subtract(invoiced, credited)) }}
      />
      <Export month={month} documents={documents} />
      <ul className="mt-8 border-t border-line">
        {rows.map(({ number, kind, orderNumber, issuedAt, isSpecimen, total }) => (
          <li key={number} className="border-b border-line pt-3 pb-1">
            <p className="flex flex-wrap justify-between gap-x-6">
              <span className="min-w-0 flex-1 basis-40">
                <span className="figures">{number}</span> · {kind}
              </span>
              <span className="figures">{formatRupees(total)}</span>
            </p>
            <p className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm text-ink-soft">
              <Link to={`/orders/${orderNumber}`} className="link inline-flex min-h-11 min-w-0 items-center">
                <OrderNumber>{orderNumber}</OrderNumber>
              </Link>
              <span>
                {isSpecimen && 'specimen · '}
                {indiaDay(issuedAt)}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function Export({ month, documents }: MonthProps) {
  const { may, send } = useDesk()
  // A shop in test mode has only specimens.
  const isSpecimen = documents.every((one) => one.isSpecimen)
  const exporting = useCall(
    () => send(exportTaxDocuments, { body: { month, isSpecimen } }),
    ({ files }) => saveFile(`tax-documents-${month}.zip`, zipOf(files), 'application/zip'),
  )
  if (!may('export-tax-documents')) return null
  return (
    <div className="mt-6 grid grid-cols-1 max-w-sm gap-3">
      <Button busy={exporting.isBusy} onClick={() => exporting.run()}>
        Export GSTR-1 and register
      </Button>
      <p className="text-sm text-ink-soft">
        CSV files in one ZIP file{isSpecimen ? ', of specimens only' : ''}. The export is recorded in the
        audit log.
      </p>
      <ErrorNotice>{exporting.error}</ErrorNotice>
    </div>
  )
}

/** Browsers ask before they save several files. */
function zipOf(files: z.output<typeof exportTaxDocuments.response>['files']): Uint8Array<ArrayBuffer> {
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])))
}
