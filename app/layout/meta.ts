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
  /** For shared links. */
  readonly picture?: SharedPicture
  readonly kind?: 'website' | 'article' | 'product'
  /** Pages of one person, or without worth to a searcher. */
  readonly noindex?: boolean
  /** ISO date of the last change, where the content names one; the sitemap repeats it. */
  readonly modifiedAt?: string
  /** Empty in the browser (`import.meta.env.SSR`): only the HTML is read by search engines. */
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
  kind = 'website',
  noindex = false,
  modifiedAt,
  jsonLd = [],
}: PageMeta): MetaDescriptor[] {
  const name = `${SHOP.name}, ${SHOP.city}`
  const brief = inBrief(description)
  const fullTitle = title ? `${title} | ${SHOP.name}` : name
  const shown: MetaDescriptor[] = [
    { title: fullTitle },
    { name: 'description', content: brief },
    ...(noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href: absoluteUrl(path) }]),
  ]
  // The rest is for readers of the HTML. A browser that has followed a link needs none of it, nor the code that makes it.
  if (!import.meta.env.SSR) return shown
  return [
    ...shown,
    { property: 'og:site_name', content: SHOP.name },
    { property: 'og:type', content: kind },
    { property: 'og:title', content: title ?? name },
    { property: 'og:description', content: brief },
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

/** What searchers show of a description; more is cut off, in the middle of a word. */
const BRIEF_MAX = 160

function inBrief(text: string): string {
  if (text.length <= BRIEF_MAX) return text
  const start = text.slice(0, BRIEF_MAX)
  const sentences = /^.*[.!?](?= )/s.exec(start)?.[0]
  return sentences ?? `${start.slice(0, start.lastIndexOf(' '))}…`
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

/** The pages that a list shows, in its order, for search engines. */
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
