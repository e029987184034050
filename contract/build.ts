/** Names the build of a page, so that a service worker caches only pages of its own build. */
export const BUILD_HEADER = 'x-build'

export function buildIdOf(sourcesHash: string): string {
  return sourcesHash.slice(0, 12)
}

/** Relative to the project's root. */
export const BUILD_SETTINGS_FILE = 'build/settings.json'

/** Settings embedded in the pages; the server must run with the same. */
export interface BuildSettings {
  /** The public address of the shop. */
  readonly siteUrl: string
  readonly analyticsUrl: string | null
}
