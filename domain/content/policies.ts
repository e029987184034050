/**
 * Privacy policy and terms of service. They describe what this shop really does; a change of what is stored,
 * or of who receives it, changes the text too. The retailer's lawyer reads both before the shop goes live.
 */
import { formatWholeRupees } from '#domain/money.ts'
import { RETENTION, RETENTION_IDS, retentionText } from '#domain/retention.ts'
import { PAN_NEEDED_FROM } from '#domain/tax-identity.ts'
import {
  FREE_SHIPPING_FROM,
  GST_PERCENT,
  MADE_TO_ORDER_DAYS,
  MAKING_CHARGE_PERCENT,
  RETURN_DAYS,
  SHOP,
} from '#domain/shop.ts'
import type { Section } from './section.ts'

/** ISO date of the last change to either text. */
export const POLICIES_DATE = '2026-11-24'

export const PRIVACY: readonly Section[] = [
  {
    heading: 'Who is responsible',
    paragraphs: [
      `This shop is run by ${SHOP.name}, ${SHOP.city}. For anything about your personal data write to ${SHOP.email} or call ${SHOP.phone}.`,
      'This page says what we keep about you, why, who else receives it, and how you can have it corrected or erased. You can look around the shop without telling us who you are.',
    ],
  },
  {
    heading: 'What we store',
    paragraphs: [
      'Your account: name, e-mail address, the phone number and address that you enter in your profile, the delivery addresses that you save, and the date you joined. Your password is stored only as a hash, from which it cannot be read. While you are signed in we keep a record of your session, without the IP address or the browser it came from.',
      'Your cart and wishlist: the pieces you put there, saved with your account so that you find them on every device. If you are not signed in, they stay in your browser.',
      'Your orders: the pieces, the amounts, the delivery name, address, phone number and e-mail address, the courier you chose, and the state and reference of the payment.',
      `For an order from ${formatWholeRupees(PAN_NEEDED_FROM)} on, the PAN of the buyer, as tax law asks. It is encrypted, shown to our staff in part only, and read in full by the owner or the accountant alone, which is recorded each time. If you buy for a business, its GSTIN and name, which the tax invoice states.`,
      'Your messages: the name, e-mail address and message you send through the contact form; and your e-mail address if you subscribe to our newsletter.',
    ],
  },
  {
    heading: 'What we use it for',
    paragraphs: [
      'We use your data to run your account, to take and deliver your orders, to answer you, to keep the accounts that tax law asks of us and, if you subscribed, to send you our newsletter. We do not sell it, and we do not build advertising profiles from it. Of our newsletter we note neither whether you open it nor what you press in it.',
    ],
  },
  {
    heading: 'Who else receives it',
    paragraphs: [
      'Payments are handled by Razorpay. You enter card and bank details in Razorpay’s own window; they never reach us. Razorpay receives the amount, the order reference and your contact details, and tells us whether the payment succeeded.',
      'Delivery is arranged through Shiprocket and the courier you choose. To show you rates we send it the two pincodes and the weight of the parcel. To deliver your order, it receives your name, address, phone number and e-mail address, and what is in the parcel with its price; the courier receives what it needs of that.',
      'If you sign in with Google, Google tells us your name, your e-mail address and whether that address is verified. We do not learn your Google password and we do not read anything else in your Google account.',
      'Our e-mails are delivered by a mail service. If page views are counted on this site, the counting script tells its provider which page was opened. Authorities receive data only where the law obliges us.',
    ],
  },
  {
    heading: 'Cookies and storage in your browser',
    paragraphs: [
      'We set a cookie only for signing in. It keeps you signed in and cannot be read by scripts; while you sign in with Google a second, short-lived one accompanies the round trip. There are no advertising cookies.',
      'In the local storage of your browser the shop remembers your cart and wishlist, the filters of the listings, recent searches, the pieces you looked at, the pincode you asked about, changes of your lists that have not reached us yet, an order whose payment is under way, why a payment failed, the details of your last order, and the scale of your screen if you measured a size on it. In the session storage, which ends with the tab, it keeps a delivery address, the GSTIN and name of a business or a message that you are typing, your offer code, and where you were on each page. A PAN is never stored in your browser. So a page you come back to looks as you left it. Clearing the site data in your browser removes all of it. Signing out clears your lists, searches, viewed pieces, pincode, typed address, business and message, and what is kept of orders from the browser.',
      'Razorpay’s payment window and Google’s sign-in page set cookies of their own under their own policies.',
    ],
  },
  {
    heading: 'How long we keep it',
    paragraphs: [
      'Your account, cart and wishlist stay until you ask us to erase them. Orders that were paid, with their invoices, are kept for as long as tax and company law require. You get no more newsletters as soon as you use the unsubscribe link, which is in each of them.',
      'Everything else is erased by itself when its time is over:',
      ...RETENTION_IDS.map((id) => retentionText(RETENTION[id])),
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      `You can see and change your phone number and address on the account page. To see everything we hold about you, to have it corrected or erased, or to withdraw a consent, write to ${SHOP.email} from the address of your account. What the law obliges us to keep, such as invoices, we keep for that purpose alone.`,
    ],
  },
  {
    heading: 'Grievances',
    paragraphs: [
      `If you are not satisfied with how we treat your data or your complaint, write to the Grievance Officer, ${SHOP.name}, ${SHOP.city}, at ${SHOP.email} with the word Grievance in the subject line, or call ${SHOP.phone}. We acknowledge complaints within 48 hours and settle them within one month.`,
    ],
  },
]

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
      `All prices are in Indian rupees and include GST. For most pieces the price is the value of the metal, and of the diamonds in a ring, plus a making charge of ${MAKING_CHARGE_PERCENT}% and GST of ${GST_PERCENT}% of that value; the page of the piece shows the lines. Bangles, bracelets, anklets, gems and some other pieces have a fixed price that includes everything. Dollar figures on the wishlist are approximate and only for orientation.`,
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
