/** What a page says of itself to search engines, to people who share it and to the window's title. */
import type { MetaDescriptor } from 'react-router'
import { paths } from '#app/paths.ts'
import { SHOP } from '#domain/shop.ts'

interface PageMeta {
  /** Without the shop's name, which is added; left out on the home page. */
  readonly title?: string
  readonly description: string
  /** The page's one address, without query. */
  readonly path: string
  /** For shared links; a picture of at least 1200 px where there is one. */
  readonly picture?: string
  readonly kind?: 'website' | 'article' | 'product'
  /** Pages of one person, or without worth to a searcher. */
  readonly noindex?: boolean
  readonly jsonLd?: readonly JsonLd[]
}

/** Schema.org data; `@context` is added. */
export interface JsonLd {
  readonly '@type': string
  readonly [property: string]: unknown
}

export function pageMeta({
  title,
  description,
  path,
  picture = '/pictures/home-1-1600.webp',
  kind = 'website',
  noindex = false,
  jsonLd = [],
}: PageMeta): MetaDescriptor[] {
  const name = `${SHOP.name}, ${SHOP.city}`
  const fullTitle = title ? `${title} | ${SHOP.name}` : name
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    ...(noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href: absoluteUrl(path) }]),
    { property: 'og:site_name', content: SHOP.name },
    { property: 'og:type', content: kind },
    { property: 'og:title', content: title ?? name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: absoluteUrl(path) },
    { property: 'og:image', content: absoluteUrl(picture) },
    { property: 'og:locale', content: 'en_IN' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...jsonLd.map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })),
  ]
}

/** Canonical links and shared pictures need the shop's public address, which is known when the pages are built. */
export function absoluteUrl(path: string): string {
  return new URL(path, import.meta.env.VITE_SITE_URL ?? 'http://localhost:3000').href
}

/** One step of the way from the home page to a page. */
export interface Step {
  readonly label: string
  readonly to: string
}

/** The same way that <Breadcrumbs> shows, for search engines. `here` is the page itself. */
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

export const HOME_STEP: Step = { label: 'Home', to: paths.home }
