import { describe, expect, test } from 'vitest'
import { decodeWords, parseEmail } from './mime.ts'

const letter = (...lines: string[]) => parseEmail(Buffer.from(lines.join('\r\n')))

describe('subjects', () => {
  test('an encoded word in quoted form', () => {
    expect(decodeWords('=?UTF-8?Q?Your_order_=E2=82=B918=2C425?=')).toBe('Your order ₹18,425')
  })

  test('an encoded word in base64', () => {
    expect(decodeWords('=?utf-8?B?4KS44KWN4KS14KSw4KWN4KSj4KS/4KSV4KS+?=')).toBe('स्वर्णिका')
  })

  test('a letter cut between two words is whole again', () => {
    expect(decodeWords('=?UTF-8?Q?=E2=82?= =?UTF-8?Q?=B91?=')).toBe('₹1')
  })

  test('plain text between words keeps its spaces', () => {
    expect(decodeWords('Re: =?ISO-8859-1?Q?caf=E9?= and more')).toBe('Re: café and more')
  })

  test('what is no encoded word stays as it is', () => {
    expect(decodeWords('2 =? 3 ?= 5')).toBe('2 =? 3 ?= 5')
  })
})

test('folded headers are one', () => {
  expect(letter('Subject: A ring', ' from Swarnika', '', 'x').subject).toBe('A ring from Swarnika')
})

test('addresses lose their names', () => {
  const { from, to } = letter(
    'From: "Care, Swarnika" <care@swarnika.example>',
    'To: Asha <asha@example.in>, ravi@example.in',
    '',
    '',
  )
  expect([from, to]).toEqual(['care@swarnika.example', 'asha@example.in, ravi@example.in'])
})

test('quoted-printable text: soft breaks vanish, others stay', () => {
  const { text } = letter(
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'A long =',
    'line for =E2=82=B9100',
    'and another',
  )
  expect(text).toBe('A long line for ₹100\nand another')
})

test('a message without a type is plain text', () => {
  expect(letter('Subject: x', '', 'Namaste ₹').text).toBe('Namaste ₹')
})

test('alternative parts within a mixed message, with an attachment', () => {
  const found = letter(
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    'preamble',
    '--outer',
    'Content-Type: multipart/alternative; boundary=inner',
    '',
    '--inner',
    'Content-Type: text/plain',
    '',
    'in words',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<p>in colour ₹</p>').toString('base64'),
    '--inner--',
    '--outer',
    'Content-Type: application/pdf; name="invoice.pdf"',
    'Content-Disposition: attachment; filename="invoice 1.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('12345').toString('base64'),
    '--outer--',
    'epilogue',
  )
  expect(found).toMatchObject({
    text: 'in words',
    html: '<p>in colour ₹</p>',
    attachments: [{ name: 'invoice 1.pdf', type: 'application/pdf', bytes: 5 }],
  })
})

test('an unknown character set and a missing end do not stop the reader', () => {
  expect(
    letter('Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'lost')
      .text,
  ).toBe('')
  expect(letter('Content-Type: text/plain; charset=klingon', '', 'qapla').text).toBe('qapla')
})
