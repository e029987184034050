/** The version of the collection that the page shows, `edition.hash`; app/root.tsx writes it into the page. */
export const pageVersion = {
  get: () => document.documentElement.dataset.collection ?? '',
  set(version: string) {
    document.documentElement.dataset.collection = version
  },
}
