/**
 * Names the version, an edition with its stock, from which a page or an API response was computed: `5.1f0c…` (versionOf
 * in domain/collection.ts).
 */
export const VERSION_HEADER = 'x-edition'
