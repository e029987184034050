/**
 * `node scripts/bootstrap.mjs scripts/start.ts`: installs what is missing, then runs the TypeScript file on Node 24.
 * It runs before anything is installed, hence plain JavaScript that Node 20 understands, without dependencies.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const NODE_MAJOR = 24
const [script, ...rest] = process.argv.slice(2)

if (process.platform === 'win32')
  stop('Windows is not supported. The shop runs on Linux, in WSL too, and on macOS.')
process.chdir(ROOT)
endWithNpm()
const installed = installWhatIsMissing()
await run()

function installWhatIsMissing() {
  const reason = reasonToInstall()
  if (!reason) return false
  say(`Installing dependencies (${reason}): npm ci, usually about half a minute…`)
  const startedAt = Date.now()
  // The build needs the development dependencies, even in production; Node 24 itself is an optional dependency.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npmScript = process.env.npm_execpath
  const { status, error } = npmScript?.endsWith('.js')
    ? spawnSync(process.execPath, [npmScript, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit' })
  if (status !== 0)
    stop(`npm ci did not succeed${error ? ` (${error.message})` : ''}; its lines above say why.`)
  say(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
  return true
}

/** npm records what it installed; this is compared with the lock file, package by package. */
function reasonToInstall() {
  const recordPath = 'node_modules/.package-lock.json'
  if (!existsSync(recordPath)) return 'nothing is installed yet'
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf(recordPath)
  const differing = Object.entries(wanted).filter(([path, { version, optional }]) => {
    if (path === '') return false
    const found = present[path]
    return found ? found.version !== version : !optional
  })
  return differing.length > 0 ? `${differing.length} differ from package-lock.json` : null
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string; optional?: boolean }>}
 */
function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

async function run() {
  if (!script) return stop('Say which script to run: node scripts/bootstrap.mjs scripts/start.ts')
  if (!installed && majorOf(process.version) >= NODE_MAJOR) {
    process.argv = [process.execPath, join(ROOT, script), ...rest]
    await import(pathToFileURL(join(ROOT, script)).href)
    return
  }
  const child = spawn(node24(), [script, ...rest], { stdio: 'inherit' })
  // npm and the terminal may both send a signal; the program treats repeated signals as one.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/**
 * npm passes SIGTERM only to its shell, which then dies and leaves this process behind: watch whether it still exists.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

function node24() {
  const pinned = join(ROOT, 'node_modules/.bin/node')
  linkWhereMissing(pinned)
  if (spawnSync(pinned, ['--version']).status === 0) return pinned
  if (majorOf(process.version) >= NODE_MAJOR) return process.execPath
  return stop(
    `The shop runs on Node ${NODE_MAJOR}. It brings its own for Linux on x64 and arm64; here, install Node ${NODE_MAJOR} or newer (this is ${process.version}).`,
  )
}

/**
 * npm before 11 creates no such link: it removes it with the package of the other processor, which has a program of the
 * same name.
 *
 * @param {string} link
 */
function linkWhereMissing(link) {
  const program = join(ROOT, `node_modules/node-linux-${process.arch}/bin/node`)
  if (existsSync(link) || !existsSync(program)) return
  try {
    symlinkSync(relative(dirname(link), program), link)
  } catch {
    // Another start was faster, or the folder belongs to another user: the next step tries whether it works.
  }
}

/** @param {string} version */
function majorOf(version) {
  return Number(/^v(\d+)/.exec(version)?.[1])
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * @param {string} line
 * @returns {never}
 */
function stop(line) {
  say(line)
  process.exit(1)
}
