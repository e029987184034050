import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headOfPage, PAGE_SIZE, pageFromParams, pageOf, rangeOf, withPage } from './paging.ts'

const numbers = (length: number) => Array.from({ length }, (_, index) => index)

describe('Pages', () => {
  test('together hold every item once, in order, none more than fits', () => {
    fc.assert(
      fc.property(fc.nat(5 * PAGE_SIZE), (length) => {
        const { pages } = pageOf(numbers(length), 1).page
        const shown = Array.from({ length: pages }, (_, index) => pageOf(numbers(length), index + 1))
        expect(shown.flatMap(({ items }) => items)).toEqual(numbers(length))
        for (const { items } of shown) expect(items.length).toBeLessThanOrEqual(PAGE_SIZE)
      }),
    )
  })
  test('beyond the last page show the last page', () => {
    expect(pageOf(numbers(PAGE_SIZE + 1), 99)).toEqual({
      page: { number: 2, pages: 2, total: PAGE_SIZE + 1 },
      items: [PAGE_SIZE],
    })
  })
  test('of an empty list are one empty page', () => {
    expect(pageOf([], 1)).toEqual({ page: { number: 1, pages: 1, total: 0 }, items: [] })
  })
  test('state which items they show', () => {
    expect(rangeOf(pageOf(numbers(60), 1).page)).toEqual([1, 48])
    expect(rangeOf(pageOf(numbers(60), 2).page)).toEqual([49, 60])
  })
})

describe('The head of a page', () => {
  test('names page, canonical URL and adjacent pages', () => {
    const head = (number: number) => headOfPage({ number, pages: 3, total: 100 }, 'Rings', '/rings')
    expect(head(1)).toEqual({
      title: 'Rings',
      path: '/rings',
      neighbours: [{ rel: 'next', path: '/rings?page=2' }],
    })
    expect(head(2)).toEqual({
      title: 'Rings, page 2 of 3',
      path: '/rings?page=2',
      neighbours: [
        { rel: 'prev', path: '/rings' },
        { rel: 'next', path: '/rings?page=3' },
      ],
    })
    expect(head(3).neighbours).toEqual([{ rel: 'prev', path: '/rings?page=2' }])
  })
})

describe('In the URL', () => {
  const fromText = (text: string) => pageFromParams(new URLSearchParams(text))
  const toText = (text: string, number: number) => withPage(new URLSearchParams(text), number).toString()

  test('the page is a parameter next to the filters; the first page has none', () => {
    expect(toText('metal=Silver', 3)).toBe('metal=Silver&page=3')
    expect(toText('metal=Silver&page=3', 1)).toBe('metal=Silver')
    expect(fromText('metal=Silver&page=3')).toBe(3)
  })
  test.each(['', 'page=', 'page=0', 'page=-1', 'page=1.5', 'page=2e3', 'page=two', 'page=999999', 'page=02'])(
    'an invalid page is the first: %s',
    (text) => {
      expect(fromText(text)).toBe(1)
    },
  )
})
