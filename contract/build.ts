/** Pages say which build they are of, so that a service worker keeps only those of its own. */
export const BUILD_HEADER = 'x-build'

/** The beginning of the hash of the build's sources is enough to tell builds apart. */
export function buildIdOf(sourcesHash: string): string {
  return sourcesHash.slice(0, 12)
}

/** From the project's folder. */
export const BUILD_SETTINGS_FILE = 'build/settings.json'

/** Settings that are written into the pages; the server that hands them out must have the same. */
export interface BuildSettings {
  /** Their public address. */
  readonly siteUrl: string
  /** The script of the analytics, if there is one. */
  readonly analyticsUrl: string | null
}
