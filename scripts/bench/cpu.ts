/** CPU time and memory of other processes on Linux. */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

/** Fields of /proc/<pid>/stat from the third. */
function statOf(pid: number | string): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the command, in brackets, may contain blanks.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** The CPU time of all its threads so far, in user and system mode. */
export function cpuMsOf(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Includes its children, even those that have ended. */
export function cpuMsWithChildren(pid: number): number {
  const ended = statOf(pid)
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((child) => parentOf(child) === pid)
    .reduce((sum, child) => sum + cpuMsOf(Number(child)), 0)
  return cpuMsOf(pid) + (Number(ended[13]) + Number(ended[14])) * TICK_MS + running
}

/** NaN if the process has ended. */
export function parentOf(pid: number | string): number {
  try {
    return Number(statOf(pid)[1])
  } catch {
    return NaN
  }
}

/** Resident memory in MiB. */
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
