import { PostCard } from './PostCard.tsx'
import { POSTS } from './posts.ts'

const SHOWN = 3

/** Links for a post that does not exist. */
export function LatestPosts() {
  return (
    <section aria-labelledby="latest" className="border-t border-line pt-8 sm:pt-10">
      <h2 id="latest" className="pb-5 text-2xl sm:pb-8">
        Latest posts
      </h2>
      <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-3">
        {POSTS.slice(0, SHOWN).map((post) => (
          <li key={post.id}>
            <PostCard post={post} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
