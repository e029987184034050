/** A message typed into the contact form and not yet sent: it survives a reload of the tab, not a sign-out. */
const KEY = 'contactDraft'

export function keepContactDraft(draft: object): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // Without storage the draft lives in the form alone.
  }
}

/** Empty where none is kept or what is kept cannot be read. */
export function readContactDraft(): object {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return typeof draft === 'object' && draft !== null ? draft : {}
  } catch {
    return {}
  }
}

export function forgetContactDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
