import { describe, expect, test } from 'vitest'
import { RETENTION, RETENTION_IDS, retentionText } from '#domain/retention.ts'
import { SHOP } from '#domain/shop.ts'
import { ABOUT, ABOUT_LEAD } from './about.ts'
import { BLOG_POSTS, findBlogPost, type Block } from './blog.ts'
import { FAQ } from './faq.ts'
import { PRIVACY } from './privacy.ts'
import type { Section } from './section.ts'
import { TERMS } from './terms.ts'

describe('Blog', () => {
  // Shows 2.blog.posts
  test('has three posts, numbered 1 to 3', () => {
    expect(BLOG_POSTS.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test.each(BLOG_POSTS)('“$title” has 500 to 800 words under a dozen headings or fewer', ({ content }) => {
    const words = wordsOf(content).split(/\s+/).length
    expect(words).toBeGreaterThanOrEqual(500)
    expect(words).toBeLessThanOrEqual(800)
    expect(content.filter(({ kind }) => kind === 'heading').length).toBeLessThanOrEqual(12)
  })

  test.each(BLOG_POSTS)(
    '“$title” begins with a paragraph, and every heading is followed by one',
    ({ content }) => {
      const bare = content.filter(
        ({ kind }, place) => kind === 'heading' && content[place + 1]?.kind !== 'paragraph',
      )
      expect(content[0]?.kind).toBe('paragraph')
      expect(bare).toEqual([])
    },
  )

  test('finds a post by its number, and no fourth', () => {
    expect(findBlogPost(3)?.title).toBe('How to Look After Your Jewellery at Home')
    expect(findBlogPost(4)).toBeUndefined()
  })
})

describe('Questions have the required answers', () => {
  // Shows 2.faq.returns, 2.faq.abroad, 2.faq.tracking, 2.faq.payment, 2.faq.support
  test.each([
    ['return', 'within 30 days if it is unused and in its original condition'],
    ['internationally', 'to select countries, and fees apply'],
    ['track', 'shipped, we send you a tracking number by e-mail'],
    ['payment methods', 'Visa, MasterCard, PayPal and other major cards. The payment window also takes UPI'],
    ['support', SHOP.email],
    ['made to order', 'dispatched in 15 days'],
    ['shipping within India', '₹5,000 or more'],
  ])('about %s: %s', (subject, promise) => {
    const answers = FAQ.filter(({ question }) => question.includes(subject)).map(({ answer }) => answer)
    expect(answers).toHaveLength(1)
    expect(answers[0]).toContain(promise)
  })
})

describe('Policies', () => {
  test.each(['Razorpay', 'Shiprocket', 'Google', 'local storage', 'unsubscribe', 'Grievance Officer'])(
    'The privacy policy speaks of %s',
    (subject) => {
      expect(textOf(PRIVACY)).toContain(subject)
    },
  )

  test.each(RETENTION_IDS)(
    'The privacy policy says how long what the server purges as “%s” is kept',
    (id) => {
      expect(textOf(PRIVACY)).toContain(retentionText(RETENTION[id]))
    },
  )

  test.each([
    'include GST',
    'within 30 days',
    '₹5,000',
    'in 15 days',
    'cancel an order',
    'Grievance Officer',
  ])('The terms speak of “%s”', (subject) => {
    expect(textOf(TERMS)).toContain(subject)
  })
})

test('No text has exclamation marks or straight quotation marks', () => {
  const texts = [
    ABOUT_LEAD,
    textOf(ABOUT),
    textOf(PRIVACY),
    textOf(TERMS),
    ...FAQ.flatMap(({ question, answer }) => [question, answer]),
    ...BLOG_POSTS.map(({ title, excerpt, content }) => [title, excerpt, wordsOf(content)].join('\n')),
  ]
  expect(texts.filter((text) => /[!'"]|undefined|NaN/.test(text))).toEqual([])
})

function textOf(sections: readonly Section[]): string {
  return sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join('\n')
}

function wordsOf(content: readonly Block[]): string {
  return content.map(({ text }) => text).join('\n')
}

test('Questions, terms and About state no percentage, because the desk can change each of them', () => {
  const texts = [textOf(ABOUT), textOf(TERMS), ...FAQ.map(({ answer }) => answer)]
  expect(texts.filter((text) => text.includes('%'))).toEqual([])
})
