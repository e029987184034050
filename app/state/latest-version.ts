import { versionOf, type CollectionIndex } from '#domain/collection.ts'
import { SECOND_MS } from '#domain/time.ts'
import { pause } from '#app/api.ts'
import { pageVersion } from './page-version.ts'

/** The server's version. Rejects without a connection. */
export async function fetchLatestVersion(): Promise<string> {
  const response = await fetch('/collection/current.json', { cache: 'no-store' })
  if (!response.ok) throw new Error(`current.json: ${response.status}`)
  const current: Pick<CollectionIndex, 'edition' | 'hash'> = await response.json()
  return versionOf(current)
}

/** Used if the server does not have the files of the page: they belong to an older edition, or the server lags. */
export async function catchUp(): Promise<void> {
  const version = await fetchLatestVersion()
  if (shouldFollow(version, pageVersion.get())) pageVersion.set(version)
  else await pause(SECOND_MS)
}

/**
 * Servers may differ by an edition for two seconds: an older one is not followed; another stock state of the same
 * edition is.
 */
export function shouldFollow(version: string, than: string): boolean {
  const [edition, hash] = version.split('.')
  const [knownEdition, knownHash] = than.split('.')
  return hash !== knownHash && Number(edition) >= Number(knownEdition)
}
