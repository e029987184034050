/**
 * Machines on this one: network namespaces with an address each, on a bridge that this machine is also on. A failure
 * here looks like a lost machine: packets vanish, nothing is closed. Only for root on Linux.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'

const BRIDGE = 'swarnika-drill'
const NAMESPACE = /^swarnika-db\d$/
const PID_FILE = '/run/swarnika-drill.pid'

export interface Machine {
  readonly name: string
  readonly address: string
  /** Runs as `user`; the output goes into the file. */
  start(command: readonly string[], how: Starting): ChildProcess
  /** Network first, so that no peer notices: SIGKILL to all its processes. */
  fall(): Promise<void>
  /** Restores its network; its processes must be started again. */
  repair(): void
  /** SIGSTOP to all its processes: connections stay open, and nothing responds. */
  freeze(): void
  thaw(): void
  /** Cuts it off from these, both ways; this machine still reaches all. */
  cutFrom(others: readonly Machine[]): void
  reconnect(): void
}

interface Starting {
  readonly env: Readonly<Record<string, string>>
  readonly user: { readonly uid: number; readonly gid: number }
  readonly log: string
}

export interface Network {
  readonly machines: readonly Machine[]
  close(): void
}

/** Throws if one already exists, or if this machine cannot create one. */
export function openNetwork(addresses: Readonly<Record<string, string>>, gateway: string): Network {
  if (process.getuid?.() !== 0) throw new Error('A drill makes networks: it needs root.')
  if (isRunning()) throw new Error('Another drill is running on this machine.')
  removeLeftovers()
  writeFileSync(PID_FILE, String(process.pid))
  process.once('exit', removeLeftovers)
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${gateway}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  return {
    machines: Object.entries(addresses).map(([name, address]) => createMachine(name, address)),
    close() {
      removeLeftovers()
      process.off('exit', removeLeftovers)
    },
  }
}

function createMachine(name: string, address: string): Machine {
  const namespace = `swarnika-${name}`
  const link = `swarnika-${name}`
  const inside = (...command: readonly string[]) => ip('netns', 'exec', namespace, ...command)
  ip('netns', 'add', namespace)
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  ip('link', 'set', link, 'master', BRIDGE, 'up')
  inside('ip', 'link', 'set', 'lo', 'up')
  inside('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  inside('ip', 'link', 'set', 'eth0', 'up')
  const signal = (kind: NodeJS.Signals) => {
    for (const pid of pidsIn(namespace)) kill(pid, kind)
  }
  return {
    name,
    address,
    start([program = '', ...args], { env, user, log }) {
      const file = openSync(log, 'a')
      const as = [`--setuid=${user.uid}`, `--setgid=${user.gid}`]
      return spawn('nsenter', [`--net=/run/netns/${namespace}`, ...as, program, ...args], {
        env: { PATH: process.env.PATH, ...env },
        cwd: '/',
        stdio: ['ignore', file, file],
      })
    },
    async fall() {
      ip('link', 'set', link, 'down')
      signal('SIGKILL')
      while (pidsIn(namespace).length > 0) await new Promise(setImmediate)
    },
    repair: () => ip('link', 'set', link, 'up'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    cutFrom(others) {
      for (const other of others) {
        inside('iptables', '-A', 'INPUT', '-s', other.address, '-j', 'DROP')
        inside('iptables', '-A', 'OUTPUT', '-d', other.address, '-j', 'DROP')
      }
    },
    reconnect: () => inside('iptables', '-F'),
  }
}

function isRunning(): boolean {
  if (!existsSync(PID_FILE)) return false
  const pid = Number(readFileSync(PID_FILE, 'utf8'))
  return pid > 0 && pid !== process.pid && existsSync(`/proc/${pid}`)
}

/** Synchronous, so that it also runs when the process exits. */
function removeLeftovers(): void {
  for (const line of ip('netns', 'list').split('\n')) {
    const [name = ''] = line.split(' ')
    if (!NAMESPACE.test(name)) continue
    for (const pid of pidsIn(name)) kill(pid, 'SIGKILL')
    // First, because a deleted namespace keeps its link until its last process has ended.
    removeLink(name)
    ip('netns', 'del', name)
  }
  for (const link of readdirSync('/sys/class/net')) if (NAMESPACE.test(link)) removeLink(link)
  removeLink(BRIDGE)
  rmSync(PID_FILE, { force: true })
}

function removeLink(name: string): void {
  try {
    ip('link', 'del', name)
  } catch {
    // There is none.
  }
}

function pidsIn(namespace: string): number[] {
  return ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)
}

/** It may have ended on its own. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone.
  }
}

function ip(...args: readonly string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const programs = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of programs) child.kill('SIGKILL')
})

/** A process of this machine itself; it ends with us. */
export function startProgram(
  command: readonly string[],
  { env, log }: { readonly env: Readonly<Record<string, string>>; readonly log: string },
): { stop(): Promise<void> } {
  const [program = '', ...args] = command
  const file = openSync(log, 'a')
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', file, file],
  })
  programs.add(child)
  const ended = once(child, 'exit').then(() => programs.delete(child))
  return {
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
