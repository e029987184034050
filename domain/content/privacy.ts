/**
 * Privacy policy. It describes what this shop really does: changes of what is stored, or who receives it, must change
 * the text too. The retailer's lawyer reads it before the shop goes live.
 */
import { formatWholeRupees } from '#domain/money.ts'
import { RETENTION, RETENTION_IDS, retentionText } from '#domain/retention.ts'
import { PAN_NEEDED_FROM } from '#domain/tax-identity.ts'
import { SHOP } from '#domain/shop.ts'
import type { Section } from './section.ts'

/** ISO date of the last change. */
export const PRIVACY_DATE = '2026-11-24'

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
