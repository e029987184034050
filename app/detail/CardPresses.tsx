/** Prepares presses on cards, on every page. Loaded some time after the page, which works without it. */
import { useEffect } from 'react'
import { preload } from 'react-dom'
import { useLocation } from 'react-router'
import { savesData } from '#app/ui/saves-data.ts'
import { GALLERY_SIZES } from './gallery-sizes.ts'
import { useSharedPicture } from './use-shared-picture.ts'

declare global {
  /** Set by React Router: the module of each route. */
  var __reactRouterManifest: { readonly routes: Record<string, { readonly module: string }> } | undefined
}

const CARD = 'article.group'

export function CardPresses() {
  const { pathname } = useLocation()
  useSharedPicture(pathname)
  useEffect(() => {
    if (savesData()) return
    prefetchCode()
    // The products of a type are one file, which a prerendered listing has not fetched.
    const card = document.querySelector(`main ${CARD}`)
    if (card) void prefetchData(card, { unlessLarge: true })
    return prefetchOnIntent()
  }, [])
  return null
}

/** Evaluates the detail page's code; a failed import is repeated by the navigation itself. */
function prefetchCode(): void {
  const { module } = globalThis.__reactRouterManifest?.routes['detail/route'] ?? {}
  if (module === undefined) return
  // Not React Router's <PrefetchPageLinks>: it reloads the page when the import fails.
  const loading = [
    import(/* @vite-ignore */ module),
    import('./Facts.tsx'),
    import('#app/product/RecentlyViewed.tsx'),
  ]
  for (const code of loading) code.catch(() => undefined)
}

/** Called on hover, touch or focus of a card. */
function prefetchOnIntent(): () => void {
  const controller = new AbortController()
  const prefetched = new Set<Element>()
  const prefetch = ({ target }: Event) => {
    const card = target instanceof Element ? target.closest(CARD) : null
    if (!card || prefetched.has(card)) return
    prefetched.add(card)
    void prefetchData(card)
    prefetchPicture(card)
  }
  for (const type of ['touchstart', 'pointerover', 'focusin'])
    document.addEventListener(type, prefetch, { passive: true, signal: controller.signal })
  return () => controller.abort()
}

/** Type and id of the product, from its link. */
function keyOf(card: Element): readonly [string, string] {
  const link = card.querySelector<HTMLAnchorElement>('a[href]')
  const [, type = '', id = ''] = link?.pathname.split('/') ?? []
  return [type, id]
}

/** Includes the code that fetches it. */
async function prefetchData(card: Element, { unlessLarge = false } = {}): Promise<void> {
  const [type, id] = keyOf(card)
  try {
    const [{ isLarge, sourceOfVersion }, { pageVersion }, { loadProductPage }] = await Promise.all([
      import('#app/state/collection.ts'),
      import('#app/state/page-version.ts'),
      import('#app/product/page-data.ts'),
    ])
    if (unlessLarge && isLarge(type)) return
    await loadProductPage(sourceOfVersion(pageVersion.get()), type, id)
  } catch {
    // The navigation itself retries.
  }
}

/** The first picture of the gallery. */
function prefetchPicture(card: Element): void {
  const source = card.querySelector('source')
  if (!source) return
  const { srcset, type } = source
  preload(srcset, {
    as: 'image',
    imageSrcSet: srcset,
    imageSizes: GALLERY_SIZES,
    type,
    fetchPriority: 'high',
  })
}
