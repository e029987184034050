/** Writes the results of a Vitest run into `REPORT_FILE`. Vitest's own JSON report lacks errors outside tests. */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { ROOT } from '../console.ts'
import type { TestResult } from './runners.ts'

export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.REPORT_FILE
    if (!file) throw new Error('REPORT_FILE is not set.')
    const results = [...modules.flatMap(resultsOf), ...unhandledErrors.map(unhandledError)]
    writeFileSync(file, JSON.stringify(results))
  }
}

function resultsOf(module: TestModule): TestResult[] {
  const file = relative(ROOT, module.moduleId)
  const tests = [...module.children.allTests()]
  const unfinished = tests.filter((test) => test.result().state === 'pending').length
  // Errors of an import or of a hook, which may be that of a `describe`.
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors())
  return [
    ...errors.map((error) => failure(file, 'outside a test', messageOf(error))),
    ...(unfinished > 0
      ? [failure(file, `${unfinished} tests had not finished when their worker exited`)]
      : []),
    ...tests.flatMap((test) => resultOf(file, test)),
  ]
}

function resultOf(file: string, test: TestCase): TestResult[] {
  const { state, errors = [] } = test.result()
  if (state === 'pending') return []
  const { flaky = false, duration = 0 } = test.diagnostic() ?? {}
  const message = errors[0] && messageOf(errors[0])
  const line = test.location?.line
  return [{ file, line, title: test.fullName, state: flaky ? 'flaky' : state, ms: duration, message }]
}

function unhandledError(error: SerializedError): TestResult {
  const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: name } = error
  const file = typeof path === 'string' ? relative(ROOT, path) : ''
  return failure(file, typeof name === 'string' ? `during ${name}` : 'outside a test', messageOf(error))
}

function failure(file: string, title: string, message?: string): TestResult {
  return { file, title, state: 'failed', ms: 0, message }
}

/** What is thrown may be no error. A worker’s exit code is in the cause. */
function messageOf({ stack, message, cause }: SerializedError): string {
  const own = String(stack || message)
  return cause?.message ? `${own}\n${cause.message}` : own
}
