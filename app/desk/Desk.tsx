import { useCallback, useMemo, useRef, useState } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { UNATTENDED_HEADER } from '#contract/desk/endpoint.ts'
import { readSession, type DeskSession } from '#contract/desk/staff.ts'
import { call } from '#app/api.ts'
import { useRequest } from '#app/state/use-request.ts'
import { DeskContext, type DeskState } from './desk-context.ts'
import { AuditLog } from './AuditLog.tsx'
import { CollectionScreen } from './CollectionScreen.tsx'
import { CustomerScreen } from './CustomerScreen.tsx'
import { CustomersScreen } from './CustomersScreen.tsx'
import { Enrolment } from './Enrolment.tsx'
import { Frame } from './Frame.tsx'
import { ImportScreen } from './ImportScreen.tsx'
import { MessagesScreen } from './MessagesScreen.tsx'
import { MoneyScreen } from './MoneyScreen.tsx'
import { NewsletterScreen } from './NewsletterScreen.tsx'
import { NewslettersScreen } from './NewslettersScreen.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { OffersScreen } from './OffersScreen.tsx'
import { OpeningListScreen } from './OpeningListScreen.tsx'
import { OrderScreen } from './OrderScreen.tsx'
import { OrdersScreen } from './OrdersScreen.tsx'
import { usePreloads } from './preload.ts'
import { ProductScreen } from './ProductScreen.tsx'
import { ProductStockScreen } from './ProductStockScreen.tsx'
import { RatesScreen } from './RatesScreen.tsx'
import { SettlementScreen } from './SettlementScreen.tsx'
import { StockScreen } from './StockScreen.tsx'
import { StaffScreen } from './StaffScreen.tsx'
import { SignIn } from './SignIn.tsx'
import { Sessions } from './Sessions.tsx'
import { FreshCodeDialog } from './FreshCodeDialog.tsx'
import { TaxDocumentsScreen } from './TaxDocumentsScreen.tsx'
import { Today } from './Today.tsx'

export function Desk() {
  const { state, retry } = useRequest('session', (signal) => call(readSession, { signal }))
  if (state.status === 'failed')
    return (
      <main className="page py-10">
        <NotLoaded onRetry={retry} />
      </main>
    )
  return state.status === 'ready' ? (
    <Screens initial={state.value.session} />
  ) : (
    <p className="sr-only">Loading…</p>
  )
}

function Screens({ initial }: { readonly initial: DeskSession | null }) {
  const [session, setSession] = useState(initial)
  const [hasEnded, setEnded] = useState(false)
  const codeRequest = useCodeRequest()
  const { ask } = codeRequest
  const preloads = usePreloads(session)
  const desk = useMemo((): DeskState => {
    const update = (next: DeskSession | null, isEnded: boolean) => {
      setEnded(isEnded)
      setSession(next)
    }
    return {
      session,
      setSession: (next) => update(next, false),
      may: (permission) => session?.permissions.includes(permission) ?? false,
      async send(endpoint, { isUnattended = false, ...options } = {}) {
        const preloaded = isUnattended ? null : await preloads.take(endpoint, options)
        if (preloaded) return preloaded
        const marked = isUnattended && { headers: { [UNATTENDED_HEADER]: '1' } }
        let result = await call(endpoint, { ...options, ...marked })
        if (!result.ok && result.error.code === 'fresh-code-needed' && !isUnattended && (await ask()))
          result = await call(endpoint, options)
        if (!isUnattended) preloads.clear()
        if (!result.ok && result.error.code === 'not-signed-in') update(null, true)
        return result
      },
    }
  }, [session, ask, preloads])
  return (
    <DeskContext value={desk}>
      <Routes>
        <Route path="enrol" element={<Enrolment />} />
        <Route path="login" element={<SignIn hasEnded={hasEnded} />} />
        <Route element={session ? <Frame session={session} /> : <Navigate to="/login" replace />}>
          <Route path="today" element={<Today />} />
          <Route path="orders" element={<OrdersScreen />} />
          <Route path="orders/:number" element={<OrderScreen />} />
          <Route path="messages" element={<MessagesScreen />} />
          <Route path="rates" element={<RatesScreen />} />
          <Route path="collection" element={<CollectionScreen />} />
          <Route path="collection/import" element={<ImportScreen />} />
          <Route path="collection/:sku" element={<ProductScreen />} />
          <Route path="stock" element={<StockScreen />} />
          <Route path="stock/:sku" element={<ProductStockScreen />} />
          <Route path="tax-documents" element={<TaxDocumentsScreen />} />
          <Route path="money" element={<MoneyScreen />} />
          <Route path="money/:id" element={<SettlementScreen />} />
          <Route path="offers" element={<OffersScreen />} />
          <Route path="newsletters" element={<NewslettersScreen />} />
          <Route path="newsletters/:id" element={<NewsletterScreen />} />
          <Route path="customers" element={<CustomersScreen />} />
          <Route path="customers/:id" element={<CustomerScreen />} />
          <Route path="opening-list" element={<OpeningListScreen />} />
          <Route path="people" element={<StaffScreen />} />
          <Route path="audit" element={<AuditLog />} />
          <Route path="sign-ins" element={<Sessions />} />
          <Route path="*" element={<Navigate to="/today" replace />} />
        </Route>
      </Routes>
      <FreshCodeDialog open={codeRequest.isOpen} onDone={codeRequest.finish} />
    </DeskContext>
  )
}

/** `ask` resolves with false if the user cancels. */
function useCodeRequest() {
  const [isOpen, setOpen] = useState(false)
  const onDone = useRef<((isGiven: boolean) => void) | null>(null)
  const ask = useCallback(() => {
    setOpen(true)
    return new Promise<boolean>((resolve) => {
      onDone.current = resolve
    })
  }, [])
  const finish = (isGiven: boolean) => {
    setOpen(false)
    onDone.current?.(isGiven)
    onDone.current = null
  }
  return { isOpen, ask, finish }
}
