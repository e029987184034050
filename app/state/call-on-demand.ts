import type { CallError, CallResult } from '#app/api.ts'

const NOT_LOADED: CallError = { status: 0, code: 'no-connection', message: '', fields: {} }

/** Makes a call whose module is loaded on demand, because it includes the contract's schemas. */
export function callOnDemand<Module, Value>(
  module: Promise<Module>,
  call: (loaded: Module) => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  return module.then(call, () => ({ ok: false, error: NOT_LOADED }))
}
