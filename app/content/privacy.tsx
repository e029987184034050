import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { PRIVACY } from '#domain/content/policies.ts'
import { Article, Sections } from './Article.tsx'

const TITLE = 'Privacy Policy'

export function meta() {
  return pageMeta({
    title: TITLE,
    description:
      'What personal data the shop keeps, why, for how long, and how to have it corrected or erased.',
    path: paths.privacy,
    jsonLd: [breadcrumbList([], { label: TITLE, to: paths.privacy })],
  })
}

export default function Privacy() {
  return (
    <Article title={TITLE}>
      <Sections sections={PRIVACY} />
    </Article>
  )
}
