/** For search engines: the addresses of all pages that want to be found, and where not to look. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { filesUnder } from './files.ts'

/** Writes sitemap.xml and robots.txt into the folder of the pages; gives the paths it named. */
export function writeAddresses(folder: string, siteUrl: string): string[] {
  const paths = pagesOf(folder)
    .filter(({ html }) => !isHidden(html))
    .map(({ path }) => path)
  writeFileSync(join(folder, 'sitemap.xml'), sitemapOf(paths, siteUrl))
  writeFileSync(join(folder, 'robots.txt'), robotsOf(siteUrl))
  return paths
}

export interface BuiltPage {
  /** As in the address: `/rings/801`. */
  readonly path: string
  readonly html: string
}

/** The prerendered pages of a build, `/` first. */
export function pagesOf(folder: string): BuiltPage[] {
  return filesUnder(folder)
    .filter((file) => file.endsWith(`${sep}index.html`))
    .map((file) => ({
      path: `/${relative(folder, file).split(sep).slice(0, -1).join('/')}`,
      html: readFileSync(file, 'utf8'),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

export function isHidden(html: string): boolean {
  return /<meta name="robots" content="[^"]*noindex/.test(html)
}

export function sitemapOf(paths: readonly string[], siteUrl: string): string {
  const urls = paths.map((path) => `<url><loc>${escaped(siteUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** Pages that are not to be found say so themselves, and must be read to be obeyed. */
export function robotsOf(siteUrl: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
