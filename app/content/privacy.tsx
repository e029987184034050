import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { PRIVACY, PRIVACY_DATE } from '#domain/content/privacy.ts'
import { Article, Sections } from './Article.tsx'
import { formatDate } from './dates.ts'

const TITLE = 'Privacy Policy'

export function meta() {
  return pageMeta({
    title: TITLE,
    description:
      'What personal data the shop keeps, why, for how long, and how to have it corrected or erased.',
    path: paths.privacy,
    modifiedAt: PRIVACY_DATE,
    jsonLd: import.meta.env.SSR ? [breadcrumbList([], { label: TITLE, to: paths.privacy })] : [],
  })
}

export default function Privacy() {
  return (
    <Article title={TITLE} tagline={`As of ${formatDate(PRIVACY_DATE)}`}>
      <Sections sections={PRIVACY} />
    </Article>
  )
}
