/** Notifications of PostgreSQL (LISTEN), on a connection of their own. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export interface Listener {
  close(): void
}

const RECONNECT_MS = 1000

/**
 * Calls `onNotice` for every NOTIFY on the channel, and after each connection, before which some may have been missed.
 * Reconnects automatically. A pooler may swallow notifications (PgBouncer in transaction mode), so callers poll as
 * well.
 */
export function listen(address: pg.ClientConfig, channel: string, onNotice: () => void): Listener {
  const stopping = new AbortController()
  void keepListening(address, channel, onNotice, stopping.signal)
  return { close: () => stopping.abort() }
}

async function keepListening(
  address: pg.ClientConfig,
  channel: string,
  onNotice: () => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ ...address, connectionTimeoutMillis: 5000, keepAlive: true })
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      await client.connect()
      client.on('notification', onNotice)
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      onNotice()
      await lost
    } catch {
      // The database is away; the next attempt may find it.
    }
    client.end().catch(() => undefined)
    await wait(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
  }
}
