import { useLoaderData } from 'react-router'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { feedLink } from './feed-link.ts'
import { PostCard } from './PostCard.tsx'
import type { Route } from './+types/blog.ts'

export const loader = () => posts()
export const clientLoader = () => posts()

async function posts() {
  return (await import('./posts.ts')).POSTS
}

const TAGLINE = 'On how jewellery is designed, chosen and looked after.'

export function meta({ loaderData: posts }: Route.MetaArgs) {
  return [
    feedLink(),
    ...pageMeta({
      title: 'Blog',
      description: TAGLINE,
      path: paths.blog,
      modifiedAt: posts?.[0]?.date,
      jsonLd: import.meta.env.SSR ? [breadcrumbList([], { label: 'Blog', to: paths.blog })] : [],
    }),
  ]
}

export default function Blog() {
  const newest = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <Breadcrumbs here="Blog" />
      <PageTitle title="Blog" tagline={TAGLINE} />
      <ul className="grid gap-x-12 gap-y-10 border-t border-line py-8 md:grid-cols-2 lg:gap-y-16 lg:py-12">
        {newest.map((post, index) => (
          <li key={post.id} className="md:first:col-span-2">
            <PostCard post={post} level={2} isLead={index === 0} />
          </li>
        ))}
      </ul>
      <p className="border-t border-line pt-8 text-ink-soft">
        New posts also come to feed readers:{' '}
        <a href={paths.feed} className="link text-ink">
          Atom feed
        </a>
      </p>
    </div>
  )
}
