import { UNKNOWN_VALUE, type UnknownValue } from '#contract/display-enum.ts'

/** Shown for a value that a page loaded before a deployment does not know. */
export const UNKNOWN_VALUE_TEXT = 'Reload the page to see this'

export function labelOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
  value: Value | UnknownValue,
): string {
  return value === UNKNOWN_VALUE ? UNKNOWN_VALUE_TEXT : labels[value]
}
