/** Titles and metadata for search engines and shared links. */
import type { MetaDescriptor } from 'react-router'
import type { PageHead } from '#domain/paging.ts'
import { paths } from '#app/paths.ts'
import { SHOP } from '#domain/shop.ts'

interface PageMeta {
  /** Without the name of the shop, which is appended; undefined on the home page. */
  readonly title?: string
  readonly description: string
  /** Canonical, without query. */
  readonly path: string
  readonly picture?: SharedPicture
  /** Set for a list of several pages. */
  readonly neighbours?: PageHead['neighbours']
  readonly kind?: 'website' | 'article' | 'product'
  /** For personal pages and pages without value to a search engine. */
  readonly noindex?: boolean
  /** ISO date of the last change, which the sitemap repeats. */
  readonly modifiedAt?: string
  /** Empty in the browser (`import.meta.env.SSR`): search engines read only the HTML. */
  readonly jsonLd?: readonly JsonLd[]
}

export interface SharedPicture {
  readonly path: string
  readonly width: number
  readonly height: number
}

const SHOP_PICTURE: SharedPicture = { path: '/og-image.jpg', width: 1200, height: 630 }

/** Schema.org data; `@context` is added. */
export interface JsonLd {
  readonly '@type': string | readonly string[]
  readonly [property: string]: unknown
}

export function pageMeta({
  title,
  description,
  path,
  picture = SHOP_PICTURE,
  neighbours = [],
  kind = 'website',
  noindex = false,
  modifiedAt,
  jsonLd = [],
}: PageMeta): MetaDescriptor[] {
  const name = `${SHOP.name}, ${SHOP.city}`
  const summary = shorten(description)
  const fullTitle = title ? `${title} | ${SHOP.name}` : name
  const shown: MetaDescriptor[] = [
    { title: fullTitle },
    { name: 'description', content: summary },
    ...(noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href: absoluteUrl(path) }]),
  ]
  // The rest matters only in the HTML; the client bundle omits it.
  if (!import.meta.env.SSR) return shown
  return [
    ...shown,
    ...neighbours.map(({ rel, path: to }) => ({ tagName: 'link', rel, href: absoluteUrl(to) }) as const),
    { property: 'og:site_name', content: SHOP.name },
    { property: 'og:type', content: kind },
    { property: 'og:title', content: title ?? name },
    { property: 'og:description', content: summary },
    { property: 'og:url', content: absoluteUrl(path) },
    { property: 'og:image', content: absoluteUrl(picture.path) },
    { property: 'og:image:width', content: String(picture.width) },
    { property: 'og:image:height', content: String(picture.height) },
    { property: 'og:image:alt', content: title ?? name },
    { property: 'og:locale', content: 'en_IN' },
    ...(modifiedAt ? [{ property: 'og:updated_time', content: modifiedAt }] : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...jsonLd.map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })),
  ]
}

/** Search engines truncate longer descriptions, even within a word. */
const DESCRIPTION_MAX = 160

function shorten(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text
  const start = text.slice(0, DESCRIPTION_MAX)
  const sentences = /^.*[.!?](?= )/s.exec(start)?.[0]
  return sentences ?? `${start.slice(0, start.lastIndexOf(' '))}…`
}

/** VITE_SITE_URL is the public address at build time. */
export function absoluteUrl(path: string): string {
  return new URL(path, import.meta.env.VITE_SITE_URL ?? 'http://localhost:3000').href
}

/** A breadcrumb. */
export interface Step {
  readonly label: string
  readonly to: string
}

/** The content of <Breadcrumbs> as structured data. `here` is the page itself. */
export function breadcrumbList(steps: readonly Step[], here: Step): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [HOME_STEP, ...steps, here].map(({ label, to }, position) => ({
      '@type': 'ListItem',
      position: position + 1,
      name: label,
      item: absoluteUrl(to),
    })),
  }
}

/** The pages of a list, as structured data. */
export function itemList(pages: readonly string[]): JsonLd {
  return {
    '@type': 'ItemList',
    itemListElement: pages.map((path, position) => ({
      '@type': 'ListItem',
      position: position + 1,
      url: absoluteUrl(path),
    })),
  }
}

export const HOME_STEP: Step = { label: 'Home', to: paths.home }
