import { NEWER, type Newer } from '#contract/display-enum.ts'

/** Shown for a value that a page loaded before a deployment does not know. */
export const NEWER_TEXT = 'Reload the page to see this'

export function labelOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
  value: Value | Newer,
): string {
  return value === NEWER ? NEWER_TEXT : labels[value]
}
