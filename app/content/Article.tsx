import type { ReactNode } from 'react'
import type { Section } from '#domain/content/section.ts'
import { Breadcrumbs } from '#app/layout/Breadcrumbs.tsx'
import type { Step } from '#app/layout/meta.ts'
import { PageTitle } from '#app/layout/PageTitle.tsx'
import { SHOP } from '#domain/shop.ts'

interface ArticleProps {
  readonly title: string
  readonly tagline?: ReactNode
  readonly steps?: readonly Step[]
  readonly children: ReactNode
}

/** A page of text: one column of limited width. */
export function Article({ title, tagline, steps, children }: ArticleProps) {
  return (
    <div className="page">
      <div className="mx-auto max-w-[42rem]">
        <Breadcrumbs steps={steps} here={title} />
        <PageTitle title={title} tagline={tagline} />
        <div className="max-sm:pt-4">{children}</div>
      </div>
    </div>
  )
}

export function Sections({ sections }: { readonly sections: readonly Section[] }) {
  return sections.map(({ heading, paragraphs }) => (
    <section key={heading} className="pb-8">
      <h2 className="pb-3 text-xl">{heading}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="pb-4">
          {unbroken(paragraph)}
        </p>
      ))}
    </section>
  ))
}

/** Keeps the phone number on one line. */
function unbroken(text: string): string {
  return text.replaceAll(SHOP.phone, SHOP.phone.replaceAll(' ', '\u00A0'))
}
