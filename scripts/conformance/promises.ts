/**
 * The promises in the shop's texts, and what keeps them (D46): requirements, which tests show; a test; or people, whom
 * the shop reminds if it can. Facts about jewellery and terms that bind the customer are not promises of the shop.
 */
interface Promised {
  /** The heading or question of a text in `domain/content`, or the file of another text. */
  readonly in: string
  readonly words: string
  /** Ids of requirements, files of tests, or PEOPLE. */
  readonly keptBy: readonly string[]
}

export const PEOPLE = 'people'

const promise = (where: string, words: string, ...keptBy: readonly string[]): Promised => ({
  in: where,
  words,
  keptBy,
})

const PARCELS = 'server/fulfilment/parcels.test.ts'
const REFUNDS = 'server/refunds/refund-requests.test.ts'
const PURGES = 'server/jobs/purge.test.ts'
const CUSTOMERS = 'server/desk/customers.test.ts'

export const PROMISES: readonly Promised[] = [
  // Questions
  promise('What is your return policy?', 'You may return a piece within 30 days', 'D41.window', 'D41.pieces'),
  promise(
    'Do you ship internationally?',
    'we will tell you whether we can ship there',
    '2.faq.abroad',
    PEOPLE,
  ),
  promise('How can I track my order?', 'we send you a tracking number by e-mail', '2.faq.tracking', PARCELS),
  promise(
    'Which payment methods do you accept?',
    'The payment window also takes UPI',
    '2.faq.payment',
    '7.dialog',
  ),
  promise(
    'How can I reach customer support?',
    'Use the form on our contact page',
    '2.faq.support',
    'D16.contact',
  ),
  promise('What does shipping within India cost?', 'see the rate before you pay', 'D9.free', 'D9.below'),
  promise(
    'How is the price of a piece worked out?',
    'the page of the piece shows each line',
    '2.detail.breakup',
  ),
  promise('Why do you ask for my PAN?', 'we keep it encrypted', 'D42.pan', 'D42.at-rest', 'D42.retention'),
  promise('Can I have an invoice for my business?', 'the tax invoice states both', 'D42.gstin'),
  promise('What purity of gold do you use?', 'priced at the 22K rate', 'D5.metals'),
  promise('How do I find my bangle size?', 'there you choose your size', 'D39.chosen'),
  promise('How do I find my ring size?', 'in the Indian sizes 6 to 26', 'D39.sizes', 'D39.chosen'),
  promise('Which chain length should I choose?', 'you choose among its lengths', 'D39.sizes'),
  promise('What does made to order mean?', 'is dispatched in 15 days', 'D11.made-to-order', PEOPLE),

  // Terms of service
  promise('Prices', 'All prices are in Indian rupees and include GST', 'D5.price'),
  promise('Prices', 'charge nothing until you agree', 'D8.server-decides', 'D8.quote'),
  promise(
    'Payment',
    'we either complete it or refund the amount in full',
    'D26.one-order',
    'D49.late',
    'D8.late',
  ),
  promise('Shipping', 'added and shown before you pay', 'D9.below'),
  promise('Shipping', 'we send you a tracking number by e-mail', PARCELS),
  promise('Made to order', 'dispatched in 15 days', 'D11.made-to-order', PEOPLE),
  promise(
    'Cancellation',
    'free of charge until it has been dispatched: on the page of your order',
    'D53.until-courier',
  ),
  promise('Cancellation', 'If we cannot supply a piece, we tell you and refund you in full', 'D49.late'),
  promise('Returns and refunds', 'Ask for the return on the page of your order', 'D41.window', 'D41.once'),
  promise('Returns and refunds', 'we answer within two working days', PEOPLE),
  promise('Returns and refunds', 'we refund the price to the means of payment you used', 'D41.refund'),
  promise('Returns and refunds', 'including what you paid for shipping', REFUNDS, PEOPLE),
  promise('Grievances and law', 'within 48 hours', PEOPLE),

  // Privacy policy
  promise('Who is responsible', 'without telling us who you are', '6.visitor'),
  promise('What we store', 'Your password is stored only as a hash', 'server/accounts/auth.test.ts'),
  promise('What we store', 'without the IP address or the browser', 'server/accounts/auth.test.ts'),
  promise('What we store', 'It is encrypted, shown to our staff in part only', 'D42.at-rest', 'D42.desk'),
  promise('What we use it for', 'We do not sell it', PEOPLE),
  promise('Who else receives it', 'they never reach us', '7.dialog', 'server/payments/webhooks.test.ts'),
  promise('Cookies and storage in your browser', 'A PAN is never stored in your browser', 'D42.pan'),
  promise('Cookies and storage in your browser', 'Signing out clears your lists', 'D23.sign-out'),
  promise('How long we keep it', 'Everything else is erased by itself', PURGES, 'D42.retention'),
  promise('How long we keep it', 'as soon as you use the unsubscribe link', 'D17.newsletter'),
  promise('Your rights', 'see and change your phone number and address', '5.account'),
  promise('Your rights', 'corrected or erased', CUSTOMERS),
  promise('Grievances', 'settle them within one month', PEOPLE),

  // About
  promise('A price you can follow', 'the price in the cart is what you pay', 'D8.server-decides'),
  promise('Before and after you buy', 'Shipping within India is free', '9.free-shipping', 'D9.free'),
  promise('Before and after you buy', 'can come back within 30 days', 'D41.window'),

  // Pages and e-mails
  promise('app/home/TrustBadges.tsx', 'line by line', '2.detail.breakup'),
  promise('app/home/TrustBadges.tsx', 'Returns within', 'D41.window'),
  promise(
    'app/content/contact.tsx',
    'A person from the shop answers',
    'server/desk/messages.test.ts',
    PEOPLE,
  ),
  promise('app/account/ReturnForm.tsx', 'We answer within two working days', 'D41.once', PEOPLE),
  promise('app/checkout/TaxDetails.tsx', 'We keep it encrypted', 'D42.at-rest'),
  promise('server/email/templates.ts', 'The link works once and for one hour', 'D14.reset'),
  promise('server/email/templates.ts', 'We write to nobody who has not confirmed', 'D17.newsletter'),
  promise(
    'server/email/templates.ts',
    'reply to this e-mail and we will refund your payment',
    REFUNDS,
    PEOPLE,
  ),
  promise(
    'server/email/templates.ts',
    'If we do not hear from you, we will refund your payment',
    'D49.consent',
  ),
  promise('server/email/templates.ts', 'We will refund your payment in full', 'D49.late', 'D51.late'),
  promise('server/email/templates.ts', 'then your order is complete, and we write to you', 'D32.late'),
  promise(
    'server/email/templates.ts',
    'write again when it is on its way',
    'server/refunds/surplus-refunds.test.ts',
  ),
  promise('server/email/templates.ts', 'within two working days we tell you', 'D41.once', PEOPLE),
  promise('server/email/templates.ts', 'refund you in the way that is possible', 'D41.unmade', PEOPLE),
]

/** Sections that promise nothing: facts, advice, and the customer's obligations. */
export const WITHOUT_PROMISE: readonly string[] = [
  'Are your diamonds natural?',
  'How should I look after my jewellery?',
  'About these terms',
  'Your account',
  'The pieces',
  'The website',
  'A New Delhi jeweller since 1995',
  'What we make and sell',
]
