import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { TERMS } from '#domain/content/policies.ts'
import { Article, Sections } from './Article.tsx'

const TITLE = 'Terms of Service'

export function meta() {
  return pageMeta({
    title: TITLE,
    description:
      'The terms on which Swarnika Jewellers sells: prices, payment, shipping, cancellation, returns and refunds.',
    path: paths.terms,
    jsonLd: [breadcrumbList([], { label: TITLE, to: paths.terms })],
  })
}

export default function Terms() {
  return (
    <Article title={TITLE}>
      <Sections sections={TERMS} />
    </Article>
  )
}
