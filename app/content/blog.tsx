import { Link, useLoaderData } from 'react-router'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { classes } from '#app/ui/classes.ts'
import { BlogPicture } from './BlogPicture.tsx'
import { formatDate } from './dates.ts'
import { feedLink } from './feed-link.ts'
import type { Route } from './+types/blog.ts'

export const loader = () => excerpts()
export const clientLoader = () => excerpts()

/** Newest first, without content. */
async function excerpts() {
  const { BLOG_POSTS } = await import('#domain/content/blog.ts')
  return BLOG_POSTS.toSorted((one, other) => other.date.localeCompare(one.date)).map(
    ({ id, title, excerpt, date, author, picture }) => ({ id, title, excerpt, date, author, picture }),
  )
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
  const posts = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <Breadcrumbs here="Blog" />
      <PageTitle title="Blog" tagline={TAGLINE} />
      <ul className="grid gap-x-12 gap-y-10 border-t border-line py-8 md:grid-cols-2 lg:gap-y-16 lg:py-12">
        {posts.map(({ id, title, excerpt, date, author, picture }, index) => (
          <li key={id} className="md:first:col-span-2">
            <article
              className={classes(
                'group relative grid gap-x-12 gap-y-5',
                index === 0 && 'md:grid-cols-[3fr_2fr] md:items-center',
              )}
            >
              <BlogPicture
                picture={{ ...picture, alt: '' }}
                sizes={index === 0 ? '(min-width: 48rem) 60vw, 100vw' : '(min-width: 48rem) 50vw, 100vw'}
                eager={index === 0}
              />
              <div className="flex max-w-[40rem] flex-col gap-3">
                <p className="text-sm text-ink-soft">
                  <time dateTime={date}>{formatDate(date)}</time>
                  <span aria-hidden="true" className="mx-2">
                    ·
                  </span>
                  {author}
                </p>
                <h2 className={index === 0 ? 'text-2xl lg:text-3xl' : 'text-2xl'}>
                  <Link
                    to={paths.blogPost(id)}
                    className="outline-gold group-hover:text-gold-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2"
                  >
                    {title}
                  </Link>
                </h2>
                <p className="text-lg text-ink-soft">{excerpt}</p>
              </div>
            </article>
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
