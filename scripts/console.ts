/** How the scripts speak, run programs, and tell the time. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

export function print(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Seconds since a `performance.now()`, as people read them. */
export function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

/** Tells what is running to end as Ctrl-C would: test tools then put away their servers and browsers. */
export function interruptChildren(): void {
  for (const child of running) child.kill('SIGINT')
}

export interface ExitResult {
  readonly code: number
  /** What it wrote, unless the options let it write to the screen itself. */
  readonly said: string
}

/**
 * Runs a program of node_modules/.bin, or of the machine, in the project's folder. Never rejects: a program that does
 * not exist ends with code 127. It does not outlive this process.
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
  let said = ''
  const hear = (chunk: Buffer) => (said += chunk.toString())
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  running.add(child)
  return new Promise((resolve) => {
    const done = (code: number) => {
      running.delete(child)
      resolve({ code, said })
    }
    child.once('error', (error) => {
      said += `${error.message}\n`
      done(127)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}
