/** Shoppers who buy continuously, a shopper whose every change is recorded, and readers of a page and of a price. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { explainPrice } from '#contract/collection.ts'
import { changeLists } from '#contract/lists.ts'
import { lineKeyOf } from '#domain/sizes.ts'
import { signUp, type ObservedCall, type TestClient } from '../chaos/client.ts'
import { runScenario, type Scenario } from '../chaos/customer.ts'
import type { GatewayControls } from '../chaos/gateway.ts'
import type { Shopped } from '../chaos/load.ts'

/** As many as two cores can handle next to three database servers. */
const SLOTS = 6
const SHOPPERS = 18
const BETWEEN_CHECKOUTS_MS = 1500
const BETWEEN_PROBES_MS = 200
const PAGE_MAX_MS = 10_000

export interface Load {
  /** Since the start. */
  readonly calls: readonly ObservedCall[]
  readonly pages: readonly ObservedCall[]
  /** Changes that a response reported as stored. */
  readonly acknowledged: readonly string[]
  /** Resolves when all have finished their current work. */
  stop(): Promise<Shopped>
}

interface LoadDeps {
  readonly seed: number
  readonly siteUrl: string
  readonly gateway: GatewayControls
}

export async function startLoad(deps: LoadDeps): Promise<Load> {
  const { siteUrl } = deps
  const calls: ObservedCall[] = []
  const pages: ObservedCall[] = []
  const acknowledged: string[] = []
  const stopping = new AbortController()
  const observe = (call: ObservedCall) => calls.push(call)
  const clients: TestClient[] = []
  for (let shopper = 0; shopper < SHOPPERS; shopper += 1)
    clients.push(await signUp(siteUrl, `shopper-${shopper}`, undefined, observe))
  const prober = await signUp(siteUrl, 'prober', undefined, observe)

  const shopped = { scenarios: [] as Scenario[], put: new Map<string, number>() }
  let checkout = 0
  const slots = Array.from({ length: SLOTS }, async (_, slot) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await buy({
        ...deps,
        clients,
        shopped,
        checkout: checkout++,
        shopper: slot + SLOTS * (turn % (SHOPPERS / SLOTS)),
      })
      await pause(BETWEEN_CHECKOUTS_MS, stopping.signal)
    }
  })
  const probing = async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const id = randomUUID()
      const change = { do: turn % 2 === 0 ? 'add' : 'remove', product: { type: 'rings', id: 801 } } as const
      const { status } = await prober.call(changeLists, { changes: [{ id, list: 'wishlist', change }] })
      if (status === 200) acknowledged.push(id)
      await pause(BETWEEN_PROBES_MS, stopping.signal)
    }
  }
  const reading = async () => {
    while (!stopping.signal.aborted) {
      pages.push(await readPage(siteUrl, '/rings'))
      await pause(BETWEEN_PROBES_MS, stopping.signal)
    }
  }
  const explaining = async () => {
    while (!stopping.signal.aborted) {
      const { path } = explainPrice
      calls.push({ ...(await readPage(siteUrl, `${path}?type=rings&id=801`)), path })
      await pause(BETWEEN_PROBES_MS, stopping.signal)
    }
  }
  const working = Promise.all([...slots, probing(), reading(), explaining()])
  // Failures are reported when the load stops.
  working.catch(() => {})
  return {
    calls,
    pages,
    acknowledged,
    async stop() {
      stopping.abort()
      await working
      return shopped
    },
  }
}

interface Buying extends LoadDeps {
  readonly clients: readonly TestClient[]
  readonly shopped: { readonly scenarios: Scenario[]; readonly put: Map<string, number> }
  readonly checkout: number
  readonly shopper: number
}

async function buy({ clients, shopped, checkout, shopper, ...deps }: Buying): Promise<void> {
  const [client, otherClient] = [clients[shopper], clients[(shopper + 1) % clients.length]]
  if (!client || !otherClient) throw new Error('No client was created')
  const played = await runScenario({
    ...deps,
    count: () => {},
    checkout,
    client,
    otherClient,
    onCart(line) {
      const piece = `${client.email} ${lineKeyOf(line)}`
      shopped.put.set(piece, (shopped.put.get(piece) ?? 0) + line.quantity)
    },
  })
  shopped.scenarios.push(...played)
}

async function readPage(siteUrl: string, path: string): Promise<ObservedCall> {
  const startedAt = Date.now()
  const status = await fetch(siteUrl + path, { signal: AbortSignal.timeout(PAGE_MAX_MS) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
  return { path, status, code: null, startedAt, endedAt: Date.now() }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined)
}
