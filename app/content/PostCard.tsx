import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { classes } from '#app/ui/classes.ts'
import { BlogPicture } from './BlogPicture.tsx'
import { formatDate } from './dates.ts'
import type { PostExcerpt } from './posts.ts'

interface PostCardProps {
  readonly post: PostExcerpt
  /** Level of its heading: 3 below a heading of the list. */
  readonly level: 2 | 3
  /** The largest card, with its text next to the picture. */
  readonly isLead?: boolean
}

export function PostCard({ post, level, isLead = false }: PostCardProps) {
  const { id, title, excerpt, date, author, picture } = post
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article
      className={classes(
        'group relative grid gap-x-12 gap-y-5',
        isLead && 'md:grid-cols-[3fr_2fr] md:items-center',
      )}
    >
      <BlogPicture
        picture={{ ...picture, alt: '' }}
        sizes={isLead ? '(min-width: 48rem) 60vw, 100vw' : '(min-width: 48rem) 50vw, 100vw'}
        eager={isLead}
      />
      <div className="flex max-w-[40rem] flex-col gap-3">
        <p className="text-sm text-ink-soft">
          <time dateTime={date}>{formatDate(date)}</time>
          <span aria-hidden="true" className="mx-2">
            ·
          </span>
          <span className="inline-block">{author}</span>
        </p>
        <Heading className={headingSize(level, isLead)}>
          <Link
            to={paths.blogPost(id)}
            className="outline-gold group-hover:text-gold-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2"
          >
            {title}
          </Link>
        </Heading>
        {level === 2 && <p className="text-lg text-ink-soft">{excerpt}</p>}
      </div>
    </article>
  )
}

function headingSize(level: 2 | 3, isLead: boolean): string {
  if (isLead) return 'text-2xl lg:text-3xl'
  return level === 2 ? 'text-2xl' : 'text-xl'
}
