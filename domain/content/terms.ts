/**
 * Terms of service, which describe what this shop really does. The retailer's lawyer reads them before the shop goes
 * live.
 */
import { formatWholeRupees } from '#domain/money.ts'
import { MADE_TO_ORDER_DAYS, RETURN_DAYS } from '#domain/deadlines.ts'
import { FREE_SHIPPING_FROM, SHOP } from '#domain/shop.ts'
import type { Section } from './section.ts'

/** ISO date of the last change. */
export const TERMS_DATE = '2026-11-27'

export const TERMS: readonly Section[] = [
  {
    heading: 'About these terms',
    paragraphs: [
      `These terms apply when you buy from ${SHOP.name}, ${SHOP.city}, through this website. Please read them before you order. They do not take away any right that the law gives you as a consumer.`,
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'You can look around, keep a cart and keep a wishlist without an account. To order you need one, with your own name and a working e-mail address. Keep your password to yourself, and tell us at once if you think someone else has used your account.',
    ],
  },
  {
    heading: 'The pieces',
    paragraphs: [
      'Weights, sizes and stones are given as accurately as we can measure them. Much of our jewellery is finished by hand and natural stones differ, so the piece you receive may vary slightly in shade, inclusions or pattern from the picture. Colours also depend on your screen. Ratings shown with the pieces are our own appraisal.',
    ],
  },
  {
    heading: 'Prices',
    paragraphs: [
      `All prices are in Indian rupees and include GST. For most pieces the price is the value of the metal, and of the diamonds in a ring, plus a making charge and GST, each a percentage of that value; the page of the piece shows each line with its percentage. Bangles, bracelets, anklets, gems and some other pieces have a fixed price that includes everything. Dollar figures on the wishlist are approximate and only for orientation.`,
      'The price that counts is the one shown when you confirm the order. If a price has changed since you filled your cart, we tell you before you pay and charge nothing until you agree.',
    ],
  },
  {
    heading: 'Payment',
    paragraphs: [
      'Payments are taken by Razorpay. We accept Visa, MasterCard, PayPal, other major cards and UPI. Your order is complete once we have verified the payment. If money left your account and the order was not completed, we either complete it or refund the amount in full.',
    ],
  },
  {
    heading: 'Shipping',
    paragraphs: [
      `Shipping within India is free when the items come to ${formatWholeRupees(FREE_SHIPPING_FROM)} or more. Below that, the rate of the courier you choose is added and shown before you pay. The number of days shown with a courier is the courier’s estimate. Once the parcel has been shipped, we send you a tracking number by e-mail.`,
      'We ship to select countries outside India, and fees apply. Please write to us before ordering. Customs duties and taxes of the country of delivery are borne by the recipient.',
      'Please check the parcel when it arrives. If it has been opened or damaged, do not accept it, or photograph it, and tell us at once.',
    ],
  },
  {
    heading: 'Made to order',
    paragraphs: [
      `A set, bracelet, bangle or anklet that is out of stock can be ordered and is then made for you. It is dispatched in ${MADE_TO_ORDER_DAYS} days, and the courier’s days come on top.`,
    ],
  },
  {
    heading: 'Cancellation',
    paragraphs: [
      'You can cancel an order, or some of its pieces, free of charge until it has been dispatched: on the page of your order, or by writing or calling, with your order number. Afterwards you can return it. We refund the full amount to the means of payment you used. If we cannot supply a piece, we tell you and refund you in full.',
    ],
  },
  {
    heading: 'Returns and refunds',
    paragraphs: [
      `You may return a piece within ${RETURN_DAYS} days of receiving it if it is unused and in its original condition. Ask for the return on the page of your order; we answer within two working days and tell you how to send it safely. When it has reached us and we have checked it, we refund the price to the means of payment you used; banks usually need 5 to 7 working days to show it.`,
      'If a piece arrives damaged, is faulty or is not what you ordered, tell us, and we refund it in full, including what you paid for shipping, or make or find you another one.',
    ],
  },
  {
    heading: 'The website',
    paragraphs: [
      `The texts and pictures of this website belong to ${SHOP.name} or are used with permission. Please do not use the website in ways that disturb others or its working.`,
    ],
  },
  {
    heading: 'Grievances and law',
    paragraphs: [
      `Complaints reach the Grievance Officer, ${SHOP.name}, ${SHOP.city}, at ${SHOP.email} or ${SHOP.phone}. We acknowledge them within 48 hours and settle them within one month. Indian law applies, and the courts of ${SHOP.city} have jurisdiction unless consumer law gives you another place.`,
    ],
  },
]
