/**
 * Response values that later versions may extend: a page that stays open across a deployment reads new ones as
 * UNKNOWN_VALUE, and shows them as such. Requests accept only known values.
 */
import * as z from 'zod/mini'

export const UNKNOWN_VALUE = 'unknown value'
export type UnknownValue = typeof UNKNOWN_VALUE

type DisplayEnum<Value extends string> = z.ZodMiniType<Value | UnknownValue, Value | UnknownValue>

const VALUES = new WeakMap<object, readonly string[]>()

export function displayEnum<Value extends string>(values: readonly Value[]): DisplayEnum<Value> {
  const isKnown = (text: string): text is Value => values.some((value) => value === text)
  const schema = z.pipe(
    z.string(),
    z.transform((text: string): Value | UnknownValue => (isKnown(text) ? text : UNKNOWN_VALUE)),
  )
  VALUES.set(schema, values)
  return schema as z.ZodMiniType<Value | UnknownValue, string> as DisplayEnum<Value>
}

/** The values that this version sends; undefined for any other schema. */
export function displayValuesOf(schema: object): readonly string[] | undefined {
  return VALUES.get(schema)
}
