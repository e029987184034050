import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { join } from 'node:path'
import { BLENDER } from './folders.ts'

/** Runs a script of `studio/blender/` at the lowest priority. Without `threads`, Blender uses every core. */
export function runBlender(
  script: string,
  args: readonly string[],
  threads?: string,
): SpawnSyncReturns<string> {
  const limit = threads === undefined ? [] : ['-t', threads]
  const blender = ['blender', '-b', '--factory-startup', '--python-exit-code', '1', ...limit]
  return spawnSync('nice', ['-n', '19', ...blender, '-P', join(BLENDER, script), '--', ...args], {
    encoding: 'utf8',
    env: {
      // OpenBLAS runs processors that it does not know without AVX2: the denoiser would take twice as long.
      ...(process.arch === 'x64' && { OPENBLAS_CORETYPE: 'Haswell' }),
      ...process.env,
      // The allocator keeps the memory that the denoiser frees, or half of the denoiser's time goes into requesting it again.
      MALLOC_CONF: 'dirty_decay_ms:-1,muzzy_decay_ms:-1,oversize_threshold:0,thp:always',
      ...(threads !== undefined && { OMP_NUM_THREADS: threads }),
    },
    maxBuffer: 1 << 28,
  })
}
