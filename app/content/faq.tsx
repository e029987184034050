import { breadcrumbList, pageMeta } from '#app/layout/meta.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Disclosure } from '#app/ui/Disclosure.tsx'
import { FAQ } from '#domain/content/faq.ts'
import { Article } from './Article.tsx'

const TITLE = 'Frequently Asked Questions'

export function meta() {
  return pageMeta({
    title: TITLE,
    description: 'Returns, shipping, tracking, payment, prices, sizes and care: what people ask us most.',
    path: paths.faq,
    jsonLd: import.meta.env.SSR
      ? [
          breadcrumbList([], { label: TITLE, to: paths.faq }),
          {
            '@type': 'FAQPage',
            mainEntity: FAQ.map(({ question, answer }) => ({
              '@type': 'Question',
              name: question,
              acceptedAnswer: { '@type': 'Answer', text: answer },
            })),
          },
        ]
      : [],
  })
}

export default function Faq() {
  return (
    <Article title={TITLE}>
      <div className="border-t border-line">
        {FAQ.map(({ question, answer }) => (
          <Disclosure key={question} summary={<h2 className="font-sans tracking-normal">{question}</h2>}>
            <p className="text-ink-soft">{answer}</p>
          </Disclosure>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 pt-10">
        <p className="text-lg">Something else?</p>
        <ButtonLink to={paths.contact} variant="secondary">
          Write to us
        </ButtonLink>
      </div>
    </Article>
  )
}
