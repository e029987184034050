import type { Chapter } from './requirement.ts'

export const VALIDATION: Chapter = {
  title: 'Section 5: validation',
  requirements: [
    ['5.signup.name', 'Signing up gives the person a name', 'server/accounts/auth.ts'],
    ['5.signup.in-use', '“Email already in use”', 'app/auth/words.ts'],
    ['5.signup.invalid-email', '“Invalid email address”', 'app/auth/words.ts'],
    ['5.signup.weak', '“Password should be at least 6 characters”', 'app/auth/words.ts'],
    ['5.signup.other', 'Else “Failed to create account”', 'app/auth/words.ts'],
    [
      '5.signup.required',
      'Name, e-mail and a password of six characters are required',
      'app/auth/SignupForm.tsx',
      'contract/auth.ts',
    ],
    [
      '5.login.required',
      'E-mail, of its type, and password are required',
      'app/auth/LoginForm.tsx',
      'contract/auth.ts',
    ],
    ['5.forgot.required', 'The e-mail is required and of its type', 'app/auth/ForgotPasswordForm.tsx'],
    [
      '5.checkout.enabled',
      'When Proceed to Payment is enabled',
      'domain/shipping.ts',
      'app/checkout/Checkout.tsx',
    ],
    [
      '5.checkout.gaps',
      'Pressed with gaps, a joined message of seven sentences names them',
      'domain/shipping.ts',
      'app/checkout/Checkout.tsx',
    ],
    [
      '5.checkout.rates',
      'The sixth character of the pincode asks for rates',
      'app/checkout/use-shipping-rates.ts',
    ],
    [
      '5.payment.script',
      'Without the payment script: “Payment system is not initialized. Please refresh the page.”',
      'app/checkout/use-payment.ts',
      'app/checkout/words.ts',
    ],
    [
      '5.payment.total',
      'Without a total: “Cart total must be greater than 0”',
      'app/checkout/use-payment.ts',
      'app/checkout/words.ts',
    ],
    [
      '5.payment.signed-in',
      'Without a person: “User must be logged in”',
      'app/checkout/use-payment.ts',
      'app/checkout/words.ts',
    ],
    [
      '5.payment.token',
      'Without a token: “Authentication token not available”',
      'app/checkout/payment.ts',
      'app/checkout/words.ts',
    ],
    ['5.search.fields', 'The search looks at name, type, category, metal and style', 'domain/search.ts'],
    ['5.search.ranking', 'Type exact, type partial, name exact, name partial, others', 'domain/search.ts'],
    [
      '5.listing-search',
      'A listing’s search is a part of name or category; anklets’ of the name',
      'domain/filter.ts',
    ],
    [
      '5.filters.equality',
      'An empty list restricts nothing; a value matches by equality',
      'domain/filter.ts',
    ],
    ['5.filters.price', 'The price lies within the range, inclusive', 'domain/filter.ts'],
    [
      '5.filters.features',
      'A set with any chosen feature matches; no option is listed',
      'domain/filter.ts',
      'domain/listing.ts',
    ],
    ['5.rings', 'The options, price and sorts of the rings', 'domain/listing.ts'],
    ['5.necklaces', 'The options and the price of the necklaces', 'domain/listing.ts'],
    [
      '5.stock',
      'Sold out cannot be added on cards and pages that check',
      'domain/showcase.ts',
      'app/product/AddToCartButton.tsx',
    ],
    ['5.account', 'Only phone and address are saved', 'contract/account.ts', 'app/account/Profile.tsx'],
  ],
}

export const CALLS: Chapter = {
  title: 'Section 7: the calls',
  requirements: [
    ['7.bearer', 'All four calls carry a bearer token', 'app/state/session.ts', 'contract/openapi.ts'],
    [
      '7.shipping',
      '/api/shipping/calculate: payload and answer',
      'contract/shipping.ts',
      'server/shipping/routes.ts',
    ],
    [
      '7.create-order',
      '/api/create-order: payload and answer',
      'contract/checkout.ts',
      'server/checkout/create-order.ts',
    ],
    ['7.create-order.fresh', 'It goes with a new token', 'app/checkout/payment.ts'],
    [
      '7.verify-payment',
      '/api/verify-payment: payload and answer',
      'contract/checkout.ts',
      'server/checkout/routes.ts',
    ],
    [
      '7.update-status',
      '/api/update-order-status: payload and answer',
      'contract/checkout.ts',
      'server/checkout/routes.ts',
    ],
    [
      '7.dialog',
      'The dialog gets order, amount, currency, the shop’s name and “Jewelry Purchase”',
      'app/checkout/razorpay-dialog.ts',
    ],
    [
      '7.dialog.proof',
      'Its handler gives payment, order and signature',
      'app/checkout/razorpay-dialog.ts',
      'app/checkout/payment.ts',
    ],
    [
      '7.auth',
      'The auth service signs up, in and out, by Google too, and resets passwords',
      'server/accounts/auth-routes.ts',
      'contract/auth.ts',
    ],
    ['7.analytics', 'The script of the page views; a failure is only logged', 'app/layout/start.ts'],
  ],
}

export const ERRORS: Chapter = {
  title: 'Section 8: errors',
  requirements: [
    ['8.shipping.words', 'The server’s words, else the specified ones', 'app/checkout/words.ts'],
    [
      '8.shipping.boxes',
      'Trouble in a red box, “Loading shipping options...” in a blue one',
      'app/checkout/ShippingMethods.tsx',
      'app/ui/Notice.tsx',
    ],
    ['8.order.words', '“Failed to create order: …” around each reason', 'app/checkout/words.ts'],
    [
      '8.verification',
      '“Payment verification failed” or the server’s words, then /order-failed',
      'app/checkout/payment.ts',
      'app/checkout/words.ts',
    ],
    [
      '8.dismissed',
      'A dismissed dialog: “Payment was cancelled”',
      'app/checkout/payment.ts',
      'app/checkout/words.ts',
    ],
    [
      '8.completion',
      'The two sentences of a completion that fails, and the stored reason',
      'app/checkout/payment.ts',
      'app/checkout/words.ts',
    ],
    ['8.account.load', '“Failed to load user data”', 'app/account/LoadFailed.tsx', 'app/account/words.ts'],
    ['8.account.update', '“Failed to update profile”', 'app/account/Profile.tsx', 'app/account/words.ts'],
    ['8.account.logout', '“Failed to logout”', 'app/account/Account.tsx', 'app/account/words.ts'],
    [
      '8.signup.google',
      '“Failed to sign in with Google. Please try again.”',
      'app/auth/SignupForm.tsx',
      'app/auth/words.ts',
    ],
    ['8.login.invalid', '“Invalid email or password”', 'app/auth/LoginForm.tsx', 'app/auth/words.ts'],
    ['8.login.other', '“Failed to sign in”', 'app/auth/words.ts'],
    ['8.login.google', '“Failed to sign in with Google”', 'app/auth/LoginForm.tsx', 'app/auth/words.ts'],
    ['8.login.box', 'Errors stand in a red alert box', 'app/ui/Notice.tsx', 'app/auth/LoginForm.tsx'],
    [
      '8.forgot.failure',
      'The sentence of a reset that fails',
      'app/auth/ForgotPasswordForm.tsx',
      'app/auth/words.ts',
    ],
    ['8.forgot.logged', 'A reset that fails is logged too', 'app/auth/ForgotPasswordForm.tsx'],
    [
      '8.forgot.success',
      'The sentence of a reset that succeeds',
      'app/auth/ForgotPasswordForm.tsx',
      'app/auth/words.ts',
    ],
    [
      '8.lists.logged',
      'Trouble with cart and wishlist is only logged',
      'app/state/sync.ts',
      'app/state/log.ts',
    ],
  ],
}

export const CONSTANTS: Chapter = {
  title: 'Section 9: constants and limits',
  requirements: [
    ['9.rates', 'The rates per gram of five metals and of diamonds', 'domain/shop.ts', 'domain/price.ts'],
    ['9.thirteen', 'Price is the value plus 13%, which are 7% and 6%', 'domain/price.ts', 'domain/shop.ts'],
    ['9.free-shipping', '₹5000', 'domain/shop.ts', 'domain/cart.ts'],
    ['9.pickup', 'Parcels leave from 110059', 'domain/shop.ts', 'server/shipping/routes.ts'],
    ['9.weight', 'Half a kilogram at least', 'domain/shipping.ts', 'domain/shop.ts'],
    ['9.lengths', 'Pincode 6, phone 10, password 6', 'domain/shop.ts'],
    [
      '9.screen',
      'Eight suggestions, 14 pictures, 3000 ms twice, zoom 1.4, bangles 75, ratings 5',
      'domain/shop.ts',
    ],
    ['9.paise', 'The gateway gets paise, in INR', 'server/checkout/gateway-orders.ts', 'domain/shop.ts'],
    ['9.live', 'Payment runs live with the keys that are set', 'server/env.ts', 'server/shop.ts'],
    ['9.price-ceilings', 'The largest price of each listing', 'domain/listing.ts'],
    [
      '9.price-slider',
      'The slider starts at its maximum and moves the upper bound alone',
      'app/listing/FilterControls.tsx',
      'domain/filter.ts',
    ],
    ['9.sorts', 'The sorts of each listing', 'domain/listing.ts', 'domain/sort.ts'],
    ['9.sorts.order', 'What each sort does', 'domain/sort.ts'],
    ['9.options', 'The filter options of each listing, in their order', 'domain/listing.ts'],
    ['9.options.from-data', 'Colors and clarities of gems come from the catalogue', 'domain/facet.ts'],
    [
      '9.decimals',
      'Two decimals on cards, mangal sutras, idols and order lines',
      'domain/money.ts',
      'app/product/Price.tsx',
    ],
  ],
}
