import { expect, test } from 'vitest'
import { RAZORPAY_CREDENTIALS } from '#sandbox/credentials.ts'
import { hmacHex, paymentSignature } from './signature.ts'

test('the signature function is HMAC-SHA256 in lower-case hexadecimal (RFC 4231, test case 2)', () => {
  expect(hmacHex('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('a payment is signed over order id and payment id with the key secret', () => {
  const ids = { orderId: 'order_Qw3ErTy7Ui9OpA', paymentId: 'pay_Ab12Cd34Ef56Gh' }
  const { keySecret } = RAZORPAY_CREDENTIALS
  expect(paymentSignature(ids)).toBe(hmacHex(keySecret, 'order_Qw3ErTy7Ui9OpA|pay_Ab12Cd34Ef56Gh'))
  expect(paymentSignature(ids)).not.toBe(hmacHex(keySecret, 'pay_Ab12Cd34Ef56Gh|order_Qw3ErTy7Ui9OpA'))
})
