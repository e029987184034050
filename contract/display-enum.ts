/**
 * Response values that later versions may extend: a page that stays open across a deployment reads new ones as NEWER,
 * and shows them as such. Requests accept only known values.
 */
import * as z from 'zod/mini'

export const NEWER = 'newer'
export type Newer = typeof NEWER

type DisplayEnum<Value extends string> = z.ZodMiniType<Value | Newer, Value | Newer>

const VALUES = new WeakMap<object, readonly string[]>()

export function displayEnum<Value extends string>(values: readonly Value[]): DisplayEnum<Value> {
  const isKnown = (text: string): text is Value => values.some((value) => value === text)
  const schema = z.pipe(
    z.string(),
    z.transform((text: string): Value | Newer => (isKnown(text) ? text : NEWER)),
  )
  VALUES.set(schema, values)
  return schema as z.ZodMiniType<Value | Newer, string> as DisplayEnum<Value>
}

/** The values that this version sends; undefined for any other schema. */
export function displayValuesOf(schema: object): readonly string[] | undefined {
  return VALUES.get(schema)
}
