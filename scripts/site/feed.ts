/** The blog for feed readers, as Atom (RFC 4287). */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BLOG_POSTS, type BlogPost } from '#domain/content/blog.ts'
import { SHOP } from '#domain/shop.ts'
import { INDIA_UTC_OFFSET } from '#domain/time.ts'
import { paths } from '#app/paths.ts'
import { escapedXml } from './xml.ts'

export function writeFeed(folder: string, siteUrl: string): void {
  const file = join(folder, paths.feed)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, feedOf(BLOG_POSTS, siteUrl))
}

export function feedOf(posts: readonly BlogPost[], siteUrl: string): string {
  const newestFirst = posts.toSorted((one, other) => other.date.localeCompare(one.date))
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IN">
<title>${escapedXml(SHOP.name)}: Blog</title>
<subtitle>On how jewellery is designed, chosen and looked after.</subtitle>
<id>${siteUrl}${paths.blog}</id>
<link rel="self" type="application/atom+xml" href="${siteUrl}${paths.feed}"/>
<link rel="alternate" type="text/html" href="${siteUrl}${paths.blog}"/>
<icon>${siteUrl}/favicon.svg</icon>
<updated>${timestampOf(newestFirst[0]?.date ?? '1995-01-01')}</updated>
${newestFirst.map((post) => entryOf(post, siteUrl)).join('\n')}
</feed>
`
}

function entryOf({ id, title, excerpt, content, date, author }: BlogPost, siteUrl: string): string {
  const address = `${siteUrl}${paths.blogPost(id)}`
  const html = content
    .map(({ kind, text }) => {
      const tag = kind === 'heading' ? 'h2' : 'p'
      return `<${tag}>${escapedXml(text)}</${tag}>`
    })
    .join('')
  return `<entry>
<title>${escapedXml(title)}</title>
<id>${address}</id>
<link rel="alternate" type="text/html" href="${address}"/>
<published>${timestampOf(date)}</published>
<updated>${timestampOf(date)}</updated>
<author><name>${escapedXml(author)}</name></author>
<summary>${escapedXml(excerpt)}</summary>
<content type="html">${escapedXml(html)}</content>
</entry>`
}

/** Posts have a date, Atom needs a time: midnight in New Delhi. */
function timestampOf(date: string): string {
  return `${date}T00:00:00${INDIA_UTC_OFFSET}`
}
