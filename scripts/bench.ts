/**
 * `npm run bench`: measures the shop against baselines that it starts itself, and writes the tables of
 * docs/performance.md. `npm run bench -- publishing` runs only that part and leaves the other tables as they are; `--
 * orders --stored 1000000` also measures orders with a million stored ones. Run it on an idle machine and compare
 * ratios: milliseconds hold only for one machine. Exits with 1 if a part misses one of its goals.
 */
import { parseArgs } from 'node:util'
import { updateDocument } from './bench/document.ts'
import { PARTS, type PartName } from './bench/parts.ts'
import { print, secondsSince } from './console.ts'

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { stored: { type: 'string', default: '0' } },
})
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  print(`Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
// Keys of PARTS, as checked above.
const chosen = (names.length > 0 ? names : Object.keys(PARTS)) as PartName[]
for (const name of chosen) {
  const startedAt = performance.now()
  print(`${name}…`)
  const part = await PARTS[name]()
  const results = await part.measure({ stored: Number(values.stored) })
  updateDocument(name, part, results)
  for (const { what, value, goal, isReached } of results)
    print(`  ${isReached === false ? '✗' : ' '} ${what}: ${value}${goal ? ` (goal: ${goal})` : ''}`)
  if (results.some(({ isReached }) => isReached === false)) process.exitCode = 1
  print(`${name}: ${secondsSince(startedAt)}`)
}
