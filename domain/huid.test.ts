import { expect, test } from 'vitest'
import { huidIn } from './huid.ts'

test.each([
  ['AB12CD', 'AB12CD'],
  [' ab12cd ', 'AB12CD'],
  ['HUID: AB12CD', 'AB12CD'],
  ['22K916 HUID-AB12CD 5.320g', 'AB12CD'],
  ['https://tags.example/?huid=AB12CD&p=22K916', 'AB12CD'],
  ['AB12CD|22K916|5.320', 'AB12CD'],
])('the tag “%s” names the HUID %s', (text, huid) => {
  expect(huidIn(text)).toBe(huid)
})

test.each([[''], ['8901234567890'], ['SJ-RINGS-801'], ['AB12CD EF34GH'], ['22K916 18K750']])(
  'the code “%s” names no HUID for certain',
  (text) => {
    expect(huidIn(text)).toBeNull()
  },
)
