/** Printing, running programs and timing, for the scripts. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

export function print(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Formats `1.2 s`; `startedAt` is a `performance.now()`. */
export function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

/** Interrupts running programs like Ctrl-C, so that test tools close their servers and browsers. */
export function interruptChildren(): void {
  for (const child of running) child.kill('SIGINT')
}

export interface ExitResult {
  readonly code: number
  /** Its output, unless the options pass it to the screen. */
  readonly output: string
}

/**
 * Runs a program of node_modules/.bin, or of the machine, in the project's folder. Never rejects: a nonexistent program
 * ends with code 127. It does not outlive this process.
 */
export function run(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<ExitResult> {
  const { env = process.env } = options
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { ...env, PATH: `${join(ROOT, 'node_modules/.bin')}:${env.PATH}` },
  })
  let output = ''
  const hear = (chunk: Buffer) => (output += chunk.toString())
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  running.add(child)
  return new Promise((resolve) => {
    const done = (code: number) => {
      running.delete(child)
      resolve({ code, output: output })
    }
    child.once('error', (error) => {
      output += `${error.message}\n`
      done(127)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}
