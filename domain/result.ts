/** The outcome of an operation with expected failures; unexpected ones are thrown. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }

export function mapValue<Value, Mapped, Failure>(
  result: Result<Value, Failure>,
  map: (value: Value) => Mapped,
): Result<Mapped, Failure> {
  return result.ok ? { ok: true, value: map(result.value) } : result
}
