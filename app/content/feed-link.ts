import type { MetaDescriptor } from 'react-router'
import { paths } from '#app/paths.ts'
import { SHOP } from '#domain/shop.ts'

/** Lets feed readers find the feed from a page of the blog. */
export function feedLink(): MetaDescriptor {
  return {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml',
    title: `${SHOP.name}: Blog`,
    href: paths.feed,
  }
}
