import { NEWER, type Newer } from '#contract/display-enum.ts'

/** What a page from before a deployment shows in place of a value that it does not know. */
export const NEWER_TEXT = 'Reload the page to see this'

export function labelOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
  value: Value | Newer,
): string {
  return value === NEWER ? NEWER_TEXT : labels[value]
}
