import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createLog } from '#server/log.ts'
import { createJobLoops, type Job } from './loops.ts'

const NEVER_MS = 2 ** 30

function loops(...jobs: Job[]) {
  const logged: string[] = []
  const log = createLog('debug', (line) => logged.push(line))
  return { worker: createJobLoops({ jobs, log }), logged }
}

/** A job that counts its runs and waits to be released. */
function heldJob(name = 'held') {
  const runs: ((done: number) => void)[] = []
  const job: Job = { name, idleMs: NEVER_MS, run: () => new Promise((resolve) => runs.push(resolve)) }
  return { job, runs }
}

describe('a job loop', () => {
  test('repeats at once while there is work, and idles when there is none', async () => {
    const due = [3, 1, 0]
    const run = vi.fn(async () => due.shift() ?? 0)
    const { worker } = loops({ name: 'counting', idleMs: NEVER_MS, run })
    worker.start()
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(3))
    await setImmediate()
    expect(run).toHaveBeenCalledTimes(3)
    await worker.stop()
  })

  test('runs at once when it is woken', async () => {
    const run = vi.fn(async () => 0)
    const { worker } = loops({ name: 'counting', idleMs: NEVER_MS, run })
    worker.start()
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
    worker.wake('counting')
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
    await worker.stop()
  })

  test('batches a burst of work into one run', async () => {
    const run = vi.fn(async () => 0)
    const { worker } = loops({ name: 'gathering', idleMs: NEVER_MS, gatherMs: 20, run })
    worker.start()
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
    worker.wake('gathering')
    await setImmediate()
    worker.wake('gathering')
    expect(run).toHaveBeenCalledTimes(1)
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
    await worker.stop()
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('does not start a run if it is stopped while it waits for a burst', async () => {
    const run = vi.fn(async () => 0)
    const { worker } = loops({ name: 'gathering', idleMs: NEVER_MS, gatherMs: NEVER_MS, run })
    worker.start()
    await setImmediate()
    await worker.stop()
    expect(run).not.toHaveBeenCalled()
  })

  test('does not run when another is woken', async () => {
    const { job, runs } = heldJob('webhooks')
    const purge = vi.fn(async () => 0)
    const { worker } = loops(job, { name: 'purge', idleMs: NEVER_MS, run: purge })
    worker.start()
    runs[0]?.(0)
    await vi.waitFor(() => expect(purge).toHaveBeenCalledTimes(1))
    await setImmediate()
    worker.wake('webhooks')
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    await setImmediate()
    expect(purge).toHaveBeenCalledTimes(1)
    const stopped = worker.stop()
    runs[1]?.(0)
    await stopped
  })

  test('runs once more if it is woken while it runs, and never overlaps', async () => {
    const { job, runs } = heldJob()
    const { worker } = loops(job)
    worker.start()
    worker.wake('held')
    worker.wake('held')
    await setImmediate()
    expect(runs).toHaveLength(1)
    runs[0]?.(0)
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    const stopped = worker.stop()
    runs[1]?.(0)
    await stopped
    expect(runs).toHaveLength(2)
  })

  test('does not wait for other loops', async () => {
    const slow = heldJob('slow')
    const run = vi.fn(async () => 0)
    const { worker } = loops(slow.job, { name: 'quick', idleMs: NEVER_MS, run })
    worker.start()
    await vi.waitFor(() => expect(run).toHaveBeenCalled())
    worker.wake('quick')
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
    const stopped = worker.stop()
    slow.runs[0]?.(0)
    await stopped
  })

  test('stops only when the running job has ended', async () => {
    const { job, runs } = heldJob()
    const { worker } = loops(job)
    worker.start()
    let isStopped = false
    const stopped = worker.stop().then(() => (isStopped = true))
    await setImmediate()
    expect(isStopped).toBe(false)
    runs[0]?.(5)
    await stopped
    expect(runs).toHaveLength(1)
  })

  test('logs a failed job and retries it', async () => {
    const run = vi.fn(async (): Promise<number> => {
      throw Object.assign(new Error('asha@example.in'), { code: 'ECONNREFUSED' })
    })
    const { worker, logged } = loops({ name: 'failing', idleMs: NEVER_MS, run })
    worker.start()
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
    worker.wake('failing')
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
    await worker.stop()
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      level: 'error',
      job: 'failing',
      code: 'ECONNREFUSED',
    })
    expect(logged.join('')).not.toContain('asha@example.in')
  })
})
