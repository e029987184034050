import { data, isRouteErrorResponse, useLoaderData } from 'react-router'
import { absoluteUrl, breadcrumbList, pageMeta, type Step } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { SHOP } from '#domain/shop.ts'
import type { Route } from './+types/blog-post.ts'
import { Article } from './Article.tsx'
import { formatDate } from './dates.ts'
import { feedLink } from './feed-link.ts'

export const loader = ({ params }: Route.LoaderArgs) => post(params.id)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => post(params.id)

async function post(id: string) {
  const { findBlogPost } = await import('#domain/content/blog.ts')
  const found = /^\d{1,9}$/.test(id) ? findBlogPost(Number(id)) : undefined
  if (!found) throw data(null, { status: 404 })
  return found
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
              image: absoluteUrl('/og-image.jpg'),
            },
          ]
        : [],
    }),
  ]
}

export default function BlogPost() {
  const { title, date, author, content } = useLoaderData<typeof loader>()
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
      {content.map(({ kind, text }) =>
        kind === 'heading' ? (
          <h2 key={text} className="pt-6 pb-3 text-xl">
            {text}
          </h2>
        ) : (
          <p key={text} className="pb-4">
            {text}
          </p>
        ),
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
    <EmptyState level={1} title={MISSING} action={<ButtonLink to={paths.blog}>See all posts</ButtonLink>} />
  )
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}
