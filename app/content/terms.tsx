import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { POLICIES_DATE, TERMS } from '#domain/content/policies.ts'
import { Article, Sections } from './Article.tsx'
import { formatDate } from './dates.ts'

const TITLE = 'Terms of Service'

export function meta() {
  return pageMeta({
    title: TITLE,
    description:
      'The terms on which Swarnika Jewellers sells: prices, payment, shipping, cancellation, returns and refunds.',
    path: paths.terms,
    modifiedAt: POLICIES_DATE,
    jsonLd: import.meta.env.SSR ? [breadcrumbList([], { label: TITLE, to: paths.terms })] : [],
  })
}

export default function Terms() {
  return (
    <Article title={TITLE} tagline={`As of ${formatDate(POLICIES_DATE)}`}>
      <Sections sections={TERMS} />
    </Article>
  )
}
