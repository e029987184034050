/**
 * Creates `build/`: React Router builds pages and scripts; then sitemap, feed, service worker, compressed copies and
 * the bundled server follow.
 */
import { join } from 'node:path'
import { buildIdOf, type BuildSettings } from '#contract/build.ts'
import { readEnvironment } from '#server/env.ts'
import { ROOT, run, print, secondsSince } from '../console.ts'
import { writeAddresses } from './addresses.ts'
import { compressTexts } from './compress.ts'
import { writeEmailPictures } from './email-pictures.ts'
import { buildDesk } from './desk.ts'
import { listAssets, keepPreviousAssets } from './previous-assets.ts'
import { bundleServerWhereNeeded } from './server-bundle.ts'
import { makeServiceWorker } from './service-worker.ts'
import { writeFeed } from './feed.ts'
import { deleteBuildStamp, isBuilt, hashSources, writeBuildStamp } from './stamp.ts'

const BUILD = join(ROOT, 'build')
const CLIENT = join(BUILD, 'client')
/** The output of the tools has already been printed. */
export class BuildFailed extends Error {}

/** Builds unless sources and settings are unchanged. Rejects with BuildFailed or InvalidSettingError. */
export async function buildWhereNeeded(): Promise<void> {
  if (isBuilt(hashSources(writtenSettings()))) return bundleServerWhereNeeded()
  print('The sources have changed since the last build, or there is none.')
  await build()
}

/** Rejects with BuildFailed or InvalidSettingError. */
export async function build(): Promise<void> {
  const settings = writtenSettings()
  const hash = hashSources(settings)
  deleteBuildStamp()
  const previous = listAssets(BUILD)

  let startedAt = performance.now()
  print('Building the pages…')
  const buildId = buildIdOf(hash)
  const { code, output } = await run('react-router', ['build'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VITE_BUILD_ID: buildId,
      VITE_SITE_URL: settings.siteUrl,
      VITE_ANALYTICS_URL: settings.analyticsUrl ?? '',
    },
  })
  if (code !== 0) {
    print(output)
    throw new BuildFailed('The build did not succeed; the lines above say why.')
  }
  await buildDesk(CLIENT)
  const pictures = await writeEmailPictures(CLIENT)
  const paths = writeAddresses(CLIENT, settings.siteUrl)
  writeFeed(CLIENT, settings.siteUrl)
  print(
    `Built in ${secondsSince(startedAt)}; ${paths.length} pages are in the sitemap, and ${pictures} pictures for e-mails.`,
  )
  const cached = await makeServiceWorker(CLIENT, buildId)
  print(`The service worker caches ${cached.files} files, ${Math.round(cached.bytes / 1024)} KB compressed.`)

  startedAt = performance.now()
  const count = await compressTexts(CLIENT)
  print(`Compressed ${count} files in ${secondsSince(startedAt)}.`)
  keepPreviousAssets(BUILD, previous)
  await bundleServerWhereNeeded()
  writeBuildStamp(hash, settings)
}

/** Parsed like the server does. Throws InvalidSettingError. */
export function writtenSettings(env = process.env): BuildSettings {
  const { siteUrl, analyticsUrl } = readEnvironment(env)
  return { siteUrl, analyticsUrl }
}
