import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { TERMS, TERMS_DATE } from '#domain/content/terms.ts'
import { Article, Sections } from './Article.tsx'
import { formatDate } from './dates.ts'

const TITLE = 'Terms of Service'

export function meta() {
  return pageMeta({
    title: TITLE,
    description:
      'The terms on which Swarnika Jewellers sells: prices, payment, shipping, cancellation, returns and refunds.',
    path: paths.terms,
    modifiedAt: TERMS_DATE,
    jsonLd: import.meta.env.SSR ? [breadcrumbList([], { label: TITLE, to: paths.terms })] : [],
  })
}

export default function Terms() {
  return (
    <Article title={TITLE} tagline={`As of ${formatDate(TERMS_DATE)}`}>
      <Sections sections={TERMS} />
    </Article>
  )
}
