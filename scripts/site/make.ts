/** Makes `build/`: the pages and their scripts by React Router, then what only files can have. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIdOf, type BuiltSettings } from '#contract/build.ts'
import { readEnvironment } from '#server/env.ts'
import { ROOT, run, say, secondsSince } from '../console.ts'
import { writeAddresses } from './addresses.ts'
import { compressTexts } from './compress.ts'
import { assetsOf, keepEarlier } from './earlier.ts'
import { makeServiceWorker } from './service-worker.ts'
import { writeFeed } from './feed.ts'
import { forgetStamp, isBuilt, sourcesHash, stampBuild } from './stamp.ts'

const BUILD = join(ROOT, 'build')
const CLIENT = join(BUILD, 'client')
/** The build did not succeed; what the tools said has been shown. */
export class BuildFailed extends Error {}

/** Settings may stand in a file; what the environment says wins. */
export function readSettingsFile(): void {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Builds unless the build is that of the present sources and settings. Rejects with BuildFailed or WrongSetting. */
export async function buildWhereNeeded(): Promise<void> {
  if (isBuilt(sourcesHash(writtenSettings()))) return
  say('The sources have changed since the last build, or there is none.')
  await build()
}

/** Rejects with BuildFailed or WrongSetting. */
export async function build(): Promise<void> {
  const settings = writtenSettings()
  const hash = sourcesHash(settings)
  forgetStamp()
  const earlier = assetsOf(BUILD)

  let startedAt = performance.now()
  say('Building the pages…')
  const buildId = buildIdOf(hash)
  const { code, said } = await run('react-router', ['build'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VITE_BUILD_ID: buildId,
      VITE_SITE_URL: settings.siteUrl,
      VITE_ANALYTICS_URL: settings.analyticsUrl ?? '',
    },
  })
  if (code !== 0) {
    say(said)
    throw new BuildFailed('The build did not succeed; the lines above say why.')
  }
  const paths = writeAddresses(CLIENT, settings.siteUrl)
  writeFeed(CLIENT, settings.siteUrl)
  say(`Built in ${secondsSince(startedAt)}; ${paths.length} pages are in the sitemap.`)
  const kept = await makeServiceWorker(CLIENT, buildId)
  say(`The service worker keeps ${kept.files} files, ${Math.round(kept.bytes / 1024)} KB on the way.`)

  startedAt = performance.now()
  const count = await compressTexts(CLIENT)
  say(`Compressed ${count} files in ${secondsSince(startedAt)}.`)
  keepEarlier(BUILD, earlier)
  stampBuild(hash, settings)
}

/** As the server reads them, which hands the pages out. Throws WrongSetting. */
export function writtenSettings(env = process.env): BuiltSettings {
  const { siteUrl, analyticsUrl } = readEnvironment(env)
  return { siteUrl, analyticsUrl }
}
