/**
 * Loaded into a server process before its own code: on SIGUSR2 it prints the longest event loop delay since the last
 * signal.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()

process.on('SIGUSR2', () => {
  process.stdout.write(`longest delay ${(delays.max / 1e6 - RESOLUTION_MS).toFixed(1)} ms\n`)
  delays.reset()
})
