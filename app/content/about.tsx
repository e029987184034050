import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { Picture } from '#app/ui/Picture.tsx'
import { ABOUT, ABOUT_LEAD } from '#domain/content/about.ts'
import { SHOP } from '#domain/shop.ts'
import { Sections } from './Article.tsx'

export function meta() {
  return pageMeta({
    title: 'About',
    description: ABOUT_LEAD,
    path: paths.about,
    picture: { path: '/pictures/about-1280.webp', width: 1280, height: 853 },
    jsonLd: import.meta.env.SSR ? [breadcrumbList([], { label: 'About', to: paths.about })] : [],
  })
}

export default function About() {
  return (
    <div className="page">
      <Breadcrumbs here="About" />
      <PageTitle title={`About ${SHOP.shortName}`} tagline={ABOUT_LEAD} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <Picture
          base="/pictures/about"
          widths={[640, 1280]}
          sizes="(min-width: 64rem) 50vw, 100vw"
          alt=""
          width={1280}
          height={853}
          eager
          className="w-full lg:sticky lg:top-24"
        />
        <div className="max-w-[42rem]">
          <Sections sections={ABOUT} />
        </div>
      </div>
    </div>
  )
}
