import type { ReactNode } from 'react'
import { Section } from '#app/ui/Section.tsx'

interface TodaySectionProps<Item> {
  readonly id: string
  readonly title: string
  readonly items: readonly Item[]
  /** How many more there are. */
  readonly more?: number
  /** What staff can do about them. */
  readonly note?: string
  readonly children: (item: Item) => ReactNode
}

/** Nothing where nothing waits. */
export function TodaySection<Item>({ id, title, items, more = 0, note, children }: TodaySectionProps<Item>) {
  if (items.length === 0) return null
  const heading = (
    <>
      {title} <span className="figures text-ink-soft">{items.length + more}</span>
    </>
  )
  return (
    <Section id={id} title={heading} className="mt-8">
      {note && <p className="mb-3 max-w-[72ch] text-sm text-ink-soft">{note}</p>}
      <ul className="border-t border-line">{items.map(children)}</ul>
      {more > 0 && <p className="mt-3 text-ink-soft">and {more} more, which follow once these are done.</p>}
    </Section>
  )
}
