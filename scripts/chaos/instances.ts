/** All server instances: they open and close together, are killed one at a time, and share one clock. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase, type Database } from '#server/db/open.ts'
import { seededRandom } from './random.ts'
import { setAhead, shownBy, type Clock } from './clock.ts'
import type { Proxy } from './proxy.ts'
import type { ChaosOptions } from './options.ts'
import { freePort } from '#server/testing.ts'
import { startServerProcess, type ServerProcess, type ShopSettings } from './processes.ts'

export interface Servers {
  open(): Promise<void>
  close(): Promise<void>
  /** Kills a random instance, which is opened again. Waits if another kill is in progress. */
  kill(): Promise<void>
  kills(): number
  killsLeft(): number
  /** Sets the clock ahead; only while closed. */
  setAhead(byMs: number): void
  /** The time that their clock shows. */
  now(): Date
  /** Opens the database while the servers are closed. */
  read<Facts>(look: (db: Database) => Promise<Facts>): Promise<Facts>
}

/** Not open yet. */
export function createServers(parts: {
  readonly options: ChaosOptions
  readonly settings: ShopSettings
  readonly proxy: Proxy
}): Servers {
  const { options, settings, proxy } = parts
  const random = seededRandom(options.seed, 'which and when')
  let clock: Clock = { at: Date.now(), shows: Date.now(), speed: options.speed }
  let instances: ServerProcess[] = []
  let kills = 0
  let busy: Promise<void> = Promise.resolve()

  const start = (port: number) => startServerProcess(settings, { port, clock })
  const lead = () => proxy.leadsTo(instances.map(({ port }) => port))

  async function killOne(): Promise<void> {
    await wait(random.between(0, 400))
    const victim = instances[random.between(0, instances.length - 1)]
    if (!victim) return
    kills += 1
    instances = instances.filter((each) => each !== victim)
    lead()
    await victim.kill()
    await wait(random.between(0, 300))
    instances = [...instances, await start(victim.port)]
    lead()
  }

  return {
    async open() {
      for (let count = instances.length; count < options.instances; count += 1)
        instances.push(await start(await freePort()))
      lead()
    },
    async close() {
      await busy
      proxy.leadsTo([])
      const open = instances
      instances = []
      await Promise.all(open.map((each) => each.close()))
    },
    kill() {
      busy = busy.then(killOne)
      return busy
    },
    kills: () => kills,
    killsLeft: () => options.kills - kills,
    setAhead(byMs) {
      const ours = Date.now()
      clock = setAhead(clock, { to: shownBy(clock, ours) + byMs, ours })
    },
    now: () => new Date(shownBy(clock, Date.now())),
    async read(look) {
      const database = await openDatabase({
        url: settings.databaseUrl,
        folder: join(settings.dataFolder, 'database'),
      })
      try {
        return await look(database.db)
      } finally {
        await database.close()
      }
    },
  }
}
