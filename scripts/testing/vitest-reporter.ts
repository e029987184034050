/** Writes the results of a Vitest run into `REPORT_FILE`. Vitest's own JSON report lacks errors outside tests. */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { ROOT } from '../console.ts'
import type { TestResult } from './runners.ts'

export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const results = [
      ...modules.flatMap((module) => [
        ...failedToRun(module),
        ...[...module.children.allTests()].map(resultOf),
      ]),
      ...unhandledErrors.map(unhandledError),
    ]
    const file = process.env.REPORT_FILE
    if (!file) throw new Error('REPORT_FILE is not set.')
    writeFileSync(file, JSON.stringify(results))
  }
}

function resultOf(test: TestCase): TestResult {
  const { state, errors = [] } = test.result()
  const diagnostic = test.diagnostic()
  return {
    file: relative(ROOT, test.module.moduleId),
    line: test.location?.line,
    title: test.fullName,
    // A test that is pending at the end was running when its worker exited.
    state: diagnostic?.flaky ? 'flaky' : state === 'pending' ? 'failed' : state,
    ms: diagnostic?.duration ?? 0,
    message: errors[0] && messageOf(errors[0]),
    isOutsideTest: state === 'pending',
  }
}

/** Errors of a file itself, e.g. of an import or of a hook. */
function failedToRun(module: TestModule): TestResult[] {
  return module.errors().map((error) => outsideTest(relative(ROOT, module.moduleId), error))
}

function unhandledError(error: SerializedError): TestResult {
  const file = error.VITEST_TEST_PATH
  return outsideTest(typeof file === 'string' ? relative(ROOT, file) : '', error)
}

function outsideTest(file: string, error: SerializedError): TestResult {
  return {
    file,
    title: 'outside a test',
    state: 'failed',
    ms: 0,
    message: messageOf(error),
    isOutsideTest: true,
  }
}

function messageOf({ stack, message }: SerializedError): string {
  return stack ?? message
}
