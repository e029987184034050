import { BLOG_POSTS, type BlogPost } from '#domain/content/blog.ts'

export type PostExcerpt = Omit<BlogPost, 'content' | 'pieces'>

/** Newest first, without content. */
export const POSTS: readonly PostExcerpt[] = BLOG_POSTS.toSorted((one, other) =>
  other.date.localeCompare(one.date),
).map(({ id, title, excerpt, date, author, picture }) => ({ id, title, excerpt, date, author, picture }))
