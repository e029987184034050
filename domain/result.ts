/** The outcome of an operation that may fail in an expected way. What nobody expects is thrown. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }
