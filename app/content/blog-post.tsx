import { Suspense } from 'react'
import { data, isRouteErrorResponse, useLoaderData } from 'react-router'
import type { CollectionSource } from '#domain/collection.ts'
import { collectionContext } from '#app/state/collection.server.ts'
import { ProductGrid } from '#app/product/ProductGrid.tsx'
import { absoluteUrl, breadcrumbList, pageMeta, type Step } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { lazyOptional } from '#app/ui/lazy-optional.ts'
import { SHOP } from '#domain/shop.ts'
import type { Route } from './+types/blog-post.ts'
import { Article } from './Article.tsx'
import { BlogPicture } from './BlogPicture.tsx'
import { formatDate } from './dates.ts'
import { feedLink } from './feed-link.ts'

const LatestPosts = lazyOptional(async () => (await import('./LatestPosts.tsx')).LatestPosts)

export const loader = ({ params, context }: Route.LoaderArgs) =>
  pageDataOf(context.get(collectionContext), params.id)
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const { fromCollection } = await import('#app/state/collection.ts')
  return fromCollection((collection) => pageDataOf(collection, params.id))
}

async function pageDataOf(collection: CollectionSource, id: string) {
  const [{ findBlogPost }, { selectedProducts }] = await Promise.all([
    import('#domain/content/blog.ts'),
    import('#app/product/page-data.ts'),
  ])
  const post = /^\d{1,9}$/.test(id) ? findBlogPost(Number(id)) : undefined
  if (!post) throw data(null, { status: 404 })
  return { ...post, pieces: await selectedProducts(collection, post.pieces) }
}

const BLOG: Step = { label: 'Blog', to: paths.blog }

const MISSING = 'Blog post not found!'

export function meta({ loaderData: found, location }: Route.MetaArgs) {
  if (!found)
    return pageMeta({ title: MISSING, description: MISSING, path: location.pathname, noindex: true })
  const path = paths.blogPost(found.id)
  return [
    feedLink(),
    ...pageMeta({
      title: found.title,
      description: found.excerpt,
      path,
      kind: 'article',
      modifiedAt: found.date,
      jsonLd: import.meta.env.SSR
        ? [
            breadcrumbList([BLOG], { label: found.title, to: path }),
            {
              '@type': 'Article',
              headline: found.title,
              description: found.excerpt,
              datePublished: found.date,
              author: { '@type': 'Organization', name: found.author, url: absoluteUrl(paths.about) },
              publisher: {
                '@id': absoluteUrl('/#shop'),
                '@type': 'Organization',
                name: SHOP.name,
                url: absoluteUrl('/'),
              },
              mainEntityOfPage: absoluteUrl(path),
              image: absoluteUrl(`/pictures/${found.picture.name}-1600.webp`),
            },
          ]
        : [],
    }),
  ]
}

export default function BlogPost() {
  const { title, date, author, picture, content, pieces } = useLoaderData<typeof loader>()
  return (
    <Article
      title={title}
      steps={[BLOG]}
      tagline={
        <>
          <time dateTime={date}>{formatDate(date)}</time> · {author}
        </>
      }
    >
      <BlogPicture picture={picture} sizes="(min-width: 44rem) 42rem, 100vw" eager />
      {content.map(({ kind, text }) =>
        kind === 'heading' ? (
          <h2 key={text} className="pt-6 pb-3 text-xl">
            {text}
          </h2>
        ) : (
          <p key={text} className="pb-4 first-of-type:pt-6">
            {text}
          </p>
        ),
      )}
      {pieces.length > 0 && (
        <section aria-labelledby="pieces" className="pt-10">
          <h2 id="pieces" className="pb-6 text-xl">
            Pieces from this post
          </h2>
          <ProductGrid products={pieces} level={3} mixed oneRow />
        </section>
      )}
      <div className="mt-8 border-t border-line pt-6">
        <ButtonLink to={paths.blog} variant="secondary">
          More posts
        </ButtonLink>
      </div>
    </Article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isMissing(error)) throw error
  return (
    <div className="page">
      <EmptyState
        level={1}
        title={MISSING}
        text="It may have been renamed, or its link may be incomplete."
        action={<ButtonLink to={paths.blog}>See all posts</ButtonLink>}
      />
      <Suspense>
        <LatestPosts />
      </Suspense>
    </div>
  )
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}
