/** Pages say which build they are of, so that a service worker keeps only those of its own. */
export const BUILD_HEADER = 'x-build'

/** The beginning of the hash of the build's sources is enough to tell builds apart. */
export function buildIdOf(sourcesHash: string): string {
  return sourcesHash.slice(0, 12)
}
