/** Names the version, an edition with its stock, that a page or a response of the API was computed from: `5.1f0c…` (versionOf in domain/collection.ts). */
export const VERSION_HEADER = 'x-edition'
