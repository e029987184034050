/**
 * Preloads the first data of a screen while a pointer rests on its link, or its link has the keyboard focus, so that a
 * press shows it at once. If nothing was preloaded, or the preload failed, the screen loads it as usual.
 */
import { useEffect, useState } from 'react'
import { matchPath } from 'react-router'
import * as z from 'zod/mini'
import { searchDeskProducts } from '#contract/desk/collection.ts'
import { searchCustomers } from '#contract/desk/customers.ts'
import { readDrafts } from '#contract/desk/editions.ts'
import type { DeskEndpoint } from '#contract/desk/endpoint.ts'
import { MESSAGE_VIEWS, readUndeliveredEmails, searchMessages } from '#contract/desk/messages.ts'
import { readMoney } from '#contract/desk/money.ts'
import { readNewsletters } from '#contract/desk/newsletters.ts'
import { readOfferCodes } from '#contract/desk/offers.ts'
import { readOpeningList } from '#contract/desk/opening-list.ts'
import { ORDER_VIEWS, readDeskOrder, readRefundApproval, searchOrders } from '#contract/desk/orders.ts'
import { readRates } from '#contract/desk/rates.ts'
import { readParticulars } from '#contract/desk/shop.ts'
import { readStaff, searchAuditLog, summarizeAuditLog, type DeskSession } from '#contract/desk/staff.ts'
import { searchStock } from '#contract/desk/stock.ts'
import { readTaxDocumentMonth } from '#contract/desk/tax-documents.ts'
import { readToday } from '#contract/desk/today.ts'
import type { Permission } from '#domain/permissions.ts'
import { thisMonth } from './MonthField.tsx'
import { call, type EndpointInput, type CallResult } from '#app/api.ts'

interface FirstCall extends EndpointInput<unknown> {
  readonly endpoint: DeskEndpoint
}

interface Address {
  readonly number: string
  readonly view: string | null
}

/** How long a pointer rests on a link that is about to be pressed rather than merely crossed. */
const REST_MS = 60
/** After this time, a press loads again. */
const VALID_MS = 5000

/** The first calls of each screen, as the screen makes them. */
const SCREENS: Readonly<Record<string, (address: Address) => readonly FirstCall[]>> = {
  '/today': () => [{ endpoint: readToday }],
  '/orders': ({ view: name }) => {
    const view = ORDER_VIEWS.find((each) => each === name) ?? 'all'
    return [{ endpoint: searchOrders, body: { text: '', view, olderThan: null } }]
  },
  '/orders/:number': ({ number }) =>
    [readDeskOrder, readRefundApproval].map((endpoint) => ({ endpoint, params: { number } })),
  '/messages': ({ view: name }) => {
    const view = MESSAGE_VIEWS.find((each) => each === name) ?? 'to answer'
    return [
      { endpoint: searchMessages, body: { view, olderThan: null } },
      { endpoint: readUndeliveredEmails },
    ]
  },
  '/customers': () => [{ endpoint: searchCustomers, body: { text: '', view: 'all', olderThan: null } }],
  '/rates': () => [{ endpoint: readRates }, { endpoint: readDrafts }],
  '/collection': () => [
    { endpoint: readDrafts },
    { endpoint: searchDeskProducts, body: { text: '', type: null, view: 'on sale', after: null } },
  ],
  '/stock': () => [{ endpoint: searchStock, body: { text: '', view: 'all', after: null } }],
  '/offers': () => [{ endpoint: readOfferCodes }],
  '/newsletters': () => [{ endpoint: readNewsletters }],
  '/money': () => [{ endpoint: readMoney, body: { month: thisMonth() } }],
  '/tax-documents': () => [{ endpoint: readTaxDocumentMonth, params: { month: thisMonth() } }],
  '/opening-list': () => [{ endpoint: readOpeningList }, { endpoint: readParticulars }],
  '/people': () => [{ endpoint: readStaff }],
  '/audit': () => [
    { endpoint: summarizeAuditLog },
    { endpoint: searchAuditLog, body: { text: '', kind: 'all', until: null, olderThan: null } },
  ],
}

/** The unused responses to the first calls of the screen at one address. */
function createPreloads() {
  let abort = new AbortController()
  let responses = new Map<string, Promise<CallResult<unknown>>>()
  let address = ''
  let startedAt = 0
  const isValid = () => performance.now() - startedAt < VALID_MS

  /** Called after an act, which may have changed preloaded data. */
  function clear(): void {
    abort.abort()
    abort = new AbortController()
    responses = new Map()
    address = ''
  }

  function start(href: string, permissions: readonly Permission[]): void {
    if (href === address && isValid()) return
    clear()
    const { signal } = abort
    address = href
    startedAt = performance.now()
    for (const { endpoint, ...input } of firstCalls(href))
      if (endpoint.permission !== 'public' && permissions.includes(endpoint.permission))
        responses.set(
          keyOf(endpoint, input),
          call({ ...endpoint, response: z.unknown() }, { ...input, signal }),
        )
  }

  /** Null if nothing was preloaded, or the preload failed. */
  async function take<Response extends z.ZodMiniType>(
    endpoint: DeskEndpoint<z.ZodMiniType, Response>,
    input: EndpointInput<unknown>,
  ): Promise<CallResult<z.output<Response>> | null> {
    const result = isValid() ? await responses.get(keyOf(endpoint, input)) : undefined
    if (!result?.ok) return null
    const parsed = endpoint.response.safeParse(result.value)
    return parsed.success ? { ok: true, value: parsed.data } : null
  }

  return { start, take, clear }
}

function keyOf({ method, path }: DeskEndpoint, { body = null, params = {} }: EndpointInput<unknown>): string {
  return JSON.stringify([method, path, params, body])
}

function firstCalls(href: string): readonly FirstCall[] {
  const { pathname, searchParams } = new URL(href)
  for (const [pattern, calls] of Object.entries(SCREENS)) {
    const match = matchPath(`/desk${pattern}`, pathname)
    if (match) return calls({ number: match.params.number ?? '', view: searchParams.get('view') })
  }
  return []
}

/** Applies to all links of the desk. */
export function usePreloads(session: DeskSession | null) {
  const [preloads] = useState(createPreloads)
  useEffect(() => {
    if (!session) return
    let rest: ReturnType<typeof setTimeout> | undefined
    let position = ''
    const onMove = (event: PointerEvent) => void (position = positionOf(event))
    const onIntent = (event: Event) => {
      const { target, type } = event
      // A page that moves under a resting pointer does not count as activity.
      if (type === 'pointerover' && event instanceof PointerEvent && positionOf(event) === position) return
      clearTimeout(rest)
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/desk/"]')
      if (!link || link.pathname === location.pathname) return
      const start = () => preloads.start(link.href, session.permissions)
      if (type === 'pointerdown') start()
      else rest = setTimeout(start, REST_MS)
    }
    const listening = new AbortController()
    document.addEventListener('pointermove', onMove, { passive: true, signal: listening.signal })
    for (const type of ['pointerover', 'focusin', 'pointerdown'])
      document.addEventListener(type, onIntent, { signal: listening.signal })
    return () => {
      clearTimeout(rest)
      listening.abort()
    }
  }, [preloads, session])
  return preloads
}

function positionOf({ screenX, screenY }: PointerEvent): string {
  return `${screenX} ${screenY}`
}
