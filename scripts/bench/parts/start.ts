/** Startup time and memory of the built server. */
import { setTimeout as wait } from 'node:timers/promises'
import { buildWhereNeeded } from '../../site/build.ts'
import { inMs, percentile, type Measurement, type Part } from '../part.ts'
import { openBenchServer } from '../server.ts'

const STARTS = 5
const SETTLED_AFTER_MS = 2000
const REQUESTS = 5000
const CONNECTIONS = 16
const PATHS = ['/', '/rings', '/rings/801', '/api/config', '/rings?metal=Platinum', '/allproducts?q=gold']
const START_MAX_MS = 800
const IDLE_MAX_MB = 140
const LOADED_MAX_MB = 220

export const start: Part = {
  title: 'Start and memory',
  method: `Start is the time from the start of the bundled server's process until /readyz responds, on a new database, median of ${STARTS}. Memory is resident
memory two seconds after the start, and after ${REQUESTS} requests for pages, listings with filters and the API.`,
  measure,
}

async function measure(): Promise<readonly Measurement[]> {
  await buildWhereNeeded()
  const postgres = await starts('postgres')
  const embedded = await starts('embedded')
  const startMs = percentile(postgres.startMs, 0.5)
  return [
    {
      what: 'start on PostgreSQL',
      value: inMs(startMs),
      goal: `at most ${START_MAX_MS} ms`,
      isReached: startMs <= START_MAX_MS,
    },
    { what: 'start on the embedded database', value: inMs(percentile(embedded.startMs, 0.5)) },
    memoryMeasurement('memory on PostgreSQL, idle', percentile(postgres.idleMb, 0.5), IDLE_MAX_MB),
    memoryMeasurement('memory on PostgreSQL, loaded', postgres.loadedMb, LOADED_MAX_MB),
    { what: 'memory on the embedded database, idle', value: `${percentile(embedded.idleMb, 0.5)} MiB` },
    { what: 'memory on the embedded database, loaded', value: `${embedded.loadedMb} MiB` },
  ]
}

function memoryMeasurement(what: string, megabytes: number, max: number): Measurement {
  return { what, value: `${megabytes} MiB`, goal: `at most ${max} MiB`, isReached: megabytes <= max }
}

async function starts(database: 'postgres' | 'embedded') {
  const startMs: number[] = []
  const idleMb: number[] = []
  let loadedMb = 0
  for (let count = 0; count < STARTS; count += 1) {
    const server = await openBenchServer({ database })
    startMs.push(server.startMs)
    await wait(SETTLED_AFTER_MS)
    idleMb.push(server.memoryMb())
    if (count === STARTS - 1) {
      await load(server.url)
      loadedMb = server.memoryMb()
    }
    await server.close()
  }
  return { startMs, idleMb, loadedMb }
}

async function load(url: string): Promise<void> {
  let sent = 0
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    while (sent < REQUESTS) {
      const path = PATHS[sent % PATHS.length] ?? ''
      sent += 1
      // Like browsers; by default Node requests gzip, which is only a fallback here.
      await (await fetch(url + path, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
    }
  })
  await Promise.all(connections)
}
