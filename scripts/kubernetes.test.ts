/**
 * Checks the manifests of deploy/kubernetes against the API's schemas: types and required fields by kubernetes-models,
 * unknown fields by the compiler; then references between the files and to the shop.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { ROOT, run } from './console.ts'

const FOLDER = join(ROOT, 'deploy/kubernetes')
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.optional(z.looseObject({ name: z.string() })),
})
type Manifest = z.infer<typeof Manifest>

const read = (file: string): Manifest =>
  Manifest.parse(parse(readFileSync(join(FOLDER, file), 'utf8'), { strict: true }))
const files = readdirSync(FOLDER).filter((file) => file !== 'kustomization.yaml')
const SETTINGS = new Set(
  [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
)

interface Model {
  new (manifest: Manifest): { validate(): void }
}

/** Throws if the API server would reject it. */
async function validate(manifest: Manifest): Promise<void> {
  const path = `kubernetes-models/${manifest.apiVersion}`
  const models = (await import(/* @vite-ignore */ path)) as Readonly<Record<string, Model>>
  const model = models[manifest.kind]
  if (!model) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}.`)
  new model(manifest).validate()
}

/** The compiler's errors for these as values of their types, which must have no further fields. */
async function compile(manifests: readonly Manifest[]): Promise<string> {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.manifests-'))
  try {
    const source = manifests.map(
      (manifest, index) =>
        `import type { I${manifest.kind} as T${index} } from 'kubernetes-models/${manifest.apiVersion}'\n` +
        `export const manifest${index}: T${index} = ${JSON.stringify(manifest)}\n`,
    )
    writeFileSync(join(folder, 'manifests.mts'), source.join(''))
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--types',
      '',
    ]
    return (await run('tsc', [...options, join(folder, 'manifests.mts')])).output
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('every manifest is what the API accepts', async () => {
  expect(files.length).toBeGreaterThan(6)
  for (const file of files) await validate(read(file))
})

test('no manifest has a field that the API does not know', async () => {
  expect(await compile(files.map(read))).toBe('')
})

test('the checks find a wrong type, a missing field and an unknown one', async () => {
  const deployment = read('deployment.yaml')
  await expect(
    validate({ ...deployment, spec: { ...part(deployment, 'spec'), replicas: 'three' } }),
  ).rejects.toThrow('replicas')
  await expect(validate({ ...deployment, spec: {} })).rejects.toThrow('selector')
  expect(
    await compile([{ ...deployment, spec: { ...part(deployment, 'spec'), minReadySecond: 1 } }]),
  ).toContain('minReadySecond')
})

test('kustomize lists every manifest except the example secret', () => {
  const { resources } = z
    .object({ resources: z.array(z.string()) })
    .parse(parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8')))
  expect(resources.toSorted()).toEqual(files.filter((file) => file !== 'secret.example.yaml').toSorted())
})

test('the deployment and the secret set existing settings', () => {
  const { env } = container()
  const names = [
    ...env.map(({ name }) => name),
    ...Object.keys(part(read('secret.example.yaml'), 'stringData')),
  ]
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !SETTINGS.has(name))).toEqual([])
})

test('a pod has time to drain, and stays in its service during a failover', () => {
  const { env, readinessProbe } = container()
  const drain = Number(env.find(({ name }) => name === 'DRAIN_SECONDS')?.value)
  const inProgress = 5
  expect(pod().terminationGracePeriodSeconds).toBeGreaterThan(drain + inProgress)
  const failover = 30
  expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold).toBeGreaterThan(failover)
})

test('services and selectors match the pods of the shop', () => {
  const labels = { 'app.kubernetes.io/name': 'shop' }
  const ports = container().ports.map(({ name }) => name)
  expect(part(read('service.yaml'), 'spec')).toMatchObject({
    selector: labels,
    ports: [{ targetPort: 'http' }],
  })
  for (const file of ['disruption-budget.yaml', 'deployment.yaml'])
    expect(part(read(file), 'spec')).toMatchObject({ selector: { matchLabels: labels } })
  expect(part(read('network-policy.yaml'), 'spec')).toMatchObject({ podSelector: { matchLabels: labels } })
  expect(part(read('autoscaler.yaml'), 'spec')).toMatchObject({
    minReplicas: 3,
    scaleTargetRef: { name: 'shop' },
  })
  expect(ports).toEqual(['http', 'metrics'])
})

const Probe = z.looseObject({ periodSeconds: z.number(), failureThreshold: z.number() })
const Container = z.looseObject({
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.looseObject({ name: z.string() })),
  readinessProbe: Probe,
})
const Pod = z.looseObject({ terminationGracePeriodSeconds: z.number(), containers: z.tuple([Container]) })

function pod(): z.infer<typeof Pod> {
  return z
    .looseObject({ template: z.looseObject({ spec: Pod }) })
    .parse(part(read('deployment.yaml'), 'spec')).template.spec
}

function container(): z.infer<typeof Container> {
  return pod().containers[0]
}

function part(manifest: Manifest, name: string): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(manifest[name])
}
