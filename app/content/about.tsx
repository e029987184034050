import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { paths } from '#app/paths.ts'
import { classes } from '#app/ui/classes.ts'
import { Picture } from '#app/ui/Picture.tsx'
import { ABOUT, ABOUT_LEAD } from '#domain/content/about.ts'
import { SHOP } from '#domain/shop.ts'
import { Sections } from './Article.tsx'

const WIDE = { widths: [800, 1600], width: 1600, height: 733 }
/** Pictures next to the sections, in order: what the shop sells, gold by weight, a ring to choose. */
const PICTURES = [
  { base: '/pictures/about', widths: [640, 1280], width: 1280, height: 853 },
  { base: '/pictures/home-8', ...WIDE },
  { base: '/pictures/home-9', ...WIDE },
  { base: '/pictures/home-2', ...WIDE },
] as const

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
      <div className="flex flex-col gap-y-6 max-sm:pt-4 lg:gap-y-20">
        {ABOUT.map((section, index) => (
          <div
            key={section.heading}
            className="grid grid-cols-1 items-center gap-x-16 gap-y-6 lg:grid-cols-2"
          >
            <div className={classes(index % 2 === 1 && 'lg:order-last')}>
              <Picture
                {...(PICTURES[index] ?? PICTURES[0])}
                sizes="(min-width: 64rem) 50vw, 100vw"
                alt=""
                eager={index === 0}
                className="aspect-3/2 w-full object-cover object-right"
              />
            </div>
            <div className="max-w-[42rem] lg:-mb-12">
              <Sections sections={[section]} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
