/** The failures that a drill causes, one after another. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Servers } from './servers.ts'

export interface World {
  readonly cluster: Cluster
  readonly servers: Servers
  /** The folder of the next version. */
  readonly next: string
  readonly gatewayAwayMs: number
  setGatewayAway(isAway: boolean): void
}

export interface Part {
  readonly title: string
  /** Goal for the longest time without a success. */
  readonly goalMs: number
  /** What must succeed: any write; or an order, counted from the end of the event. */
  readonly measures: 'writes' | 'orders afterwards'
  happen(world: World): Promise<(() => Promise<void>) | void>
}

const GOAL_MS = 30_000

/** Each returns its repair, to be run once the shop works again without it. */
export const PARTS = {
  'shop-killed': {
    title: 'A shop is killed',
    goalMs: GOAL_MS,
    measures: 'writes',
    async happen({ servers }) {
      await servers.kill(0)
      return () => servers.start(0)
    },
  },
  'primary-killed': {
    title: 'The machine of the primary falls',
    goalMs: GOAL_MS,
    measures: 'writes',
    async happen({ cluster }) {
      const primary = await cluster.leader()
      await primary.fall()
      return () => standUp(cluster, primary)
    },
  },
  'primary-frozen': {
    title: 'The machine of the primary freezes, and wakes later',
    goalMs: GOAL_MS,
    measures: 'writes',
    async happen({ cluster }) {
      const primary = await cluster.leader()
      primary.freeze()
      return async () => {
        primary.thaw()
        await cluster.whenComplete()
      }
    },
  },
  'replica-lost': {
    title: 'The machine of the synchronous replica falls',
    goalMs: GOAL_MS,
    measures: 'writes',
    async happen({ cluster }) {
      const replica = await cluster.synchronousReplica()
      await replica.fall()
      return () => standUp(cluster, replica)
    },
  },
  'network-cut': {
    title: 'The primary is cut off from both replicas, but not from the shops',
    goalMs: GOAL_MS,
    measures: 'writes',
    async happen({ cluster }) {
      const primary = await cluster.leader()
      primary.cutFrom(cluster.machines.filter((machine) => machine !== primary))
      return async () => {
        primary.reconnect()
        await cluster.whenComplete()
      }
    },
  },
  'rolling-deploy': {
    title: 'The next version is deployed, with a migration',
    goalMs: 5000,
    measures: 'writes',
    async happen({ servers, next }) {
      await servers.deploy(next)
    },
  },
  'gateway-away': {
    title: 'The gateway is away',
    goalMs: GOAL_MS,
    measures: 'orders afterwards',
    async happen({ gatewayAwayMs, setGatewayAway }) {
      setGatewayAway(true)
      await wait(gatewayAwayMs)
      setGatewayAway(false)
    },
  },
} as const satisfies Record<string, Part>
export type PartName = keyof typeof PARTS

async function standUp(cluster: Cluster, machine: Parameters<Cluster['start']>[0]): Promise<void> {
  machine.repair()
  cluster.start(machine)
  await cluster.whenComplete()
}
