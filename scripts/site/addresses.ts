/** Writes sitemap.xml and robots.txt. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { filesUnder } from './files.ts'
import { escapedXml } from './xml.ts'

/** Returns the paths in the sitemap. */
export function writeAddresses(folder: string, siteUrl: string): string[] {
  const pages = pagesOf(folder).filter(({ html }) => !isHidden(html))
  writeFileSync(join(folder, 'sitemap.xml'), sitemapOf(pages, siteUrl))
  writeFileSync(join(folder, 'robots.txt'), robotsOf(siteUrl))
  return pages.map(({ path }) => path)
}

export interface BuiltPage {
  /** `/rings/801` */
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

/** Each page with its preview picture, and the date of its last change if the page declares one. */
function sitemapOf(pages: readonly BuiltPage[], siteUrl: string): string {
  const urls = pages.map(({ path, html }) => {
    const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1]
    const changed = /<meta property="og:updated_time" content="([^"]+)"/.exec(html)?.[1]
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
    const image = picture ? `<image:image><image:loc>${picture}</image:loc></image:image>` : ''
    return `<url><loc>${escapedXml(siteUrl + path)}</loc>${lastmod}${image}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join('\n')}
</urlset>
`
}

/** Pages with `noindex` are not disallowed: crawlers must read them to see it. */
function robotsOf(siteUrl: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`
}
