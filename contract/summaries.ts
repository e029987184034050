/**
 * Summaries of the endpoints for the OpenAPI document. Separate from the endpoints, so that browsers do not load them.
 */
export const SUMMARIES: Readonly<Record<string, string>> = {
  'GET /api/config': 'Returns settings for the browser.',
  'GET /api/collection/price':
    'Explains the price of a product in an edition line by line, and what changed since another edition.',
  'POST /api/shipping/calculate':
    'Returns shipping rates for a parcel. The server computes the weight; the sent one is only compared.',
  'POST /api/shipping/estimate':
    'Returns the city of a pincode, and for a product date and charge of the cheapest delivery, then of a faster one.',
  'POST /api/create-order':
    'Creates the order and a gateway order for exactly its total; returns the data for the payment dialog.',
  'POST /api/verify-payment':
    'Verifies signature, stored order, amount, currency and the state at the gateway before completing the order.',
  'POST /api/update-order-status':
    'Completes an order of the user whose payment the server has verified itself; idempotent.',
  'POST /api/dismiss-payment':
    'Records that the dialog was dismissed or the bank declined; the order can still be paid later.',
  'GET /api/lists': 'Returns cart and wishlist of the signed-in user.',
  'POST /api/lists': 'Applies changes to cart and wishlist in order, each id once, and returns both lists.',
  'GET /api/account': 'Returns the profile document of the signed-in user.',
  'PATCH /api/account': 'Saves phone number and address, the only editable fields of the profile.',
  'GET /api/orders':
    'Lists the newest orders of the signed-in user; unpaid ones only while they can still be paid.',
  'GET /api/orders/:number/older': 'Lists the orders of the signed-in user that came before an order.',
  'POST /api/orders/:number/made-to-order':
    'Decides whether pieces that were sold before the payment arrived are made to order, or the payment is refunded.',
  'POST /api/orders/:number/cancel':
    'Cancels a paid order of the signed-in user that the courier does not have yet, and refunds it; idempotent.',
  'POST /api/orders/:number/cancel-lines':
    'Cancels some pieces of a paid order that the courier does not have yet, and refunds them; idempotent by its id.',
  'GET /api/orders/:number':
    'Returns an order of the signed-in user with its history; 404 for an unknown or another user’s order.',
  'GET /api/orders/:number/documents':
    'Returns the tax invoice of an order, its credit notes and certificates as PDF; none before the parcel is booked.',
  'GET /api/orders/:number/returns':
    'Returns what can be returned of an order of the signed-in user, until when, and the returns there are.',
  'POST /api/orders/:number/returns':
    'Requests a return of pieces of a delivered order; idempotent by its id.',
  'POST /api/orders/:number/returns/withdraw':
    'Withdraws a return whose pieces have not arrived; idempotent.',
  'POST /api/orders/:number/returns/tracking':
    'Stores courier and tracking number of an approved return; idempotent.',
  'POST /api/offer-code': 'Returns the terms of an offer code that the signed-in user may use now.',
  'GET /api/document-keys': 'Returns the public keys by which QR codes of documents are checked.',
  'GET /api/addresses': 'Lists the saved shipping addresses of the signed-in user, the last used first.',
  'POST /api/addresses':
    'Saves an address, or moves the same one to the front; 409 if the maximum number is saved.',
  'PUT /api/addresses/:id': 'Changes a saved address; 404 for an unknown or another user’s address.',
  'DELETE /api/addresses/:id': 'Removes a saved address; 404 for an unknown or another user’s address.',
  'POST /api/contact': 'Stores a message of the contact form and e-mails it to the shop.',
  'POST /api/newsletter':
    'Starts a subscription, to be confirmed by an e-mailed link. Responds alike to every address.',
  'POST /api/newsletter/confirm': 'Confirms a subscription by the token of the e-mailed link; idempotent.',
  'POST /api/newsletter/unsubscribe':
    'Ends a subscription by its token. Mail programs send ?token= and a form (one-click unsubscribe, RFC 8058).',
  'GET /api/auth/get-session': 'Returns the user of the session cookie; null for a visitor.',
  'GET /api/auth/token': 'Returns the short-lived bearer token of the session.',
  'POST /api/auth/sign-up/email': 'Creates an account and signs the user in.',
  'POST /api/auth/sign-in/email':
    'Signs a user in by password. Responds alike to a wrong password and to an unknown address.',
  'POST /api/auth/sign-in/social':
    'Starts the sign-in through Google: returns the URL to which the browser navigates.',
  'POST /api/auth/sign-out': 'Ends the session and its bearer tokens.',
  'POST /api/auth/request-password-reset':
    'E-mails a link to reset the password. Responds alike to an unknown address.',
  'POST /api/auth/reset-password':
    'Sets a new password by the token of the e-mailed link, which works once, and ends every session.',
  'GET /api/desk/session': 'Returns the session of the staff, or null.',
  'POST /api/desk/sign-in': 'Signs staff in with password and second factor.',
  'POST /api/desk/sign-out': 'Ends the session of the staff.',
  'POST /api/desk/fresh-code': 'Takes a fresh code of the second factor, for what needs one.',
  'POST /api/desk/enrolment': 'Opens a one-time link: returns the secret for the authenticator app.',
  'POST /api/desk/enrolment/complete': 'Uses a one-time link: sets password and second factor, and signs in.',
  'GET /api/desk/sessions': 'Returns the lasting sessions of the signed-in staff.',
  'DELETE /api/desk/sessions/:id': 'Ends one of one’s own sessions.',
  'POST /api/desk/backup-codes': 'Replaces the backup codes.',
  'POST /api/desk/password': 'Changes the password and ends all other sessions.',
  'GET /api/desk/today': 'Returns the orders that wait for the staff, by step.',
  'POST /api/desk/orders/search': 'Finds orders by number, e-mail, telephone, pincode or name; newest first.',
  'GET /api/desk/orders/:number': 'Returns an order with its parcel, tracking and history.',
  'GET /api/desk/orders/:number/documents':
    'Returns tax invoice and credit notes of an order as PDF, an invoice in three copies.',
  'GET /api/desk/tax-documents/:month': 'Lists tax invoices and credit notes of a month, with their totals.',
  'GET /api/desk/orders/:number/packing-slip':
    'Returns the packing slip of a packed order as PDF, without prices.',
  'POST /api/desk/messages/search': 'Lists messages of the contact form, answered or not, newest first.',
  'PUT /api/desk/messages/:id/answered': 'Marks a message as answered, or opens it again.',
  'GET /api/desk/emails': 'Lists e-mails that failed, without those that set a password.',
  'POST /api/desk/emails/resend': 'Sends an e-mail again that the shop has given up.',
  'POST /api/desk/tax-documents/export': 'Returns GSTR-1 tables and sales register of a month as CSV.',
  'GET /api/desk/orders/:number/pan': 'Returns the PAN of an order, masked.',
  'POST /api/desk/orders/:number/pan': 'Returns the PAN of an order in full, which the audit log records.',
  'POST /api/desk/orders/:number/pack': 'Records the pieces, weight and seal of the parcel; idempotent.',
  'POST /api/desk/orders/:number/book':
    'Requests an AWB and a pickup from the courier, in the background; idempotent.',
  'POST /api/desk/orders/:number/label': 'Requests label and manifest from the courier; idempotent.',
  'POST /api/desk/parcels/tasks':
    'Requests booking or label of several parcels, each by itself, and names those that are rejected; idempotent.',
  'POST /api/desk/parcels/labels':
    'One file with the labels of several parcels, and one with their manifest.',
  'POST /api/desk/orders/:number/hand-over':
    'Records that the courier has the parcel, and e-mails the customer; idempotent.',
  'POST /api/desk/orders/:number/cancel':
    'Cancels a paid order that the courier does not have yet and refunds it, or requests that above the limit; idempotent.',
  'POST /api/desk/orders/:number/cancel-lines':
    'Cancels some pieces of such an order and refunds them, or requests that; idempotent by its id.',
  'POST /api/desk/orders/:number/box-opened': 'Records that the box of a cancelled parcel was opened.',
  'POST /api/desk/orders/:number/unpack':
    'Unpacks a parcel that the courier does not have, and cancels it there; idempotent.',
  'POST /api/desk/orders/:number/refunds':
    'Refunds lines or an amount, or requests it above the limit; idempotent by its id.',
  'POST /api/desk/orders/:number/refunds/direct':
    'Records how the shop has paid a failed refund to the customer itself; idempotent by its id.',
  'POST /api/desk/orders/:number/refunds/close':
    'Records that a refund that was not made is not owed, with the reason; idempotent by its id.',
  'POST /api/desk/orders/:number/refunds/approve':
    'Approves a refund that another person requested; idempotent.',
  'POST /api/desk/orders/:number/refunds/decline':
    'Declines a requested refund, or a cancellation that the courier rejects; idempotent.',
  'POST /api/desk/orders/:number/returns/approve':
    'Approves a requested return, and e-mails the customer how to send it; idempotent.',
  'POST /api/desk/orders/:number/returns/decline': 'Declines a requested return with a reason; idempotent.',
  'POST /api/desk/orders/:number/returns/pickup':
    'Books a pickup of the pieces of an approved return at the customer’s; idempotent.',
  'POST /api/desk/orders/:number/returns/pickup/cancel': 'Cancels the pickup; idempotent.',
  'POST /api/desk/orders/:number/returns/receive': 'Records that returned pieces have arrived; idempotent.',
  'POST /api/desk/orders/:number/returns/accept':
    'Accepts returned pieces: refunds them, above the limit after approval, and restocks them; idempotent.',
  'POST /api/desk/orders/:number/returns/reject': 'Rejects returned pieces with a reason; idempotent.',
  'GET /api/desk/rates': 'Returns the rates with their history.',
  'POST /api/desk/rates/preview':
    'Returns what new rates would change, and what keeps them from being published.',
  'POST /api/desk/rates/publication':
    'Publishes new rates, schedules them, or proposes them for approval; idempotent.',
  'GET /api/desk/drafts': 'Returns the drafts that wait for a person or their time.',
  'GET /api/desk/drafts/:id': 'Returns what a draft would change, and what keeps it from being published.',
  'POST /api/desk/drafts/:id/publication': 'Publishes a draft, or schedules it; idempotent.',
  'DELETE /api/desk/drafts/:id': 'Discards a draft; idempotent.',
  'GET /api/desk/editions/:number/rollback': 'Returns what a rollback to an edition would change.',
  'POST /api/desk/editions/:number/rollback': 'Publishes the content of an edition again.',
  'POST /api/desk/stock/search':
    'Finds products with their stock by name, SKU, serial number or HUID; by SKU.',
  'GET /api/desk/stock/:sku': 'Returns levels, holds, serial items and movements of a product.',
  'PUT /api/desk/stock/:sku/level':
    'Sets the level of a product or one of its sizes; 409 if it changed since it was shown.',
  'POST /api/desk/stock/:sku/items': 'Enters a serial item.',
  'PUT /api/desk/stock/:sku/items/:serial': 'Changes the state of a serial item; idempotent.',
  'POST /api/desk/stock/sheet': 'Returns the sheet of a stocktaking as CSV.',
  'POST /api/desk/collection/search': 'Finds products of the current edition by name or SKU; by SKU.',
  'POST /api/desk/collection/product':
    'Returns a product as the fields of a form, as the current edition or a draft has it.',
  'POST /api/desk/collection/product/draft': 'Saves a changed or new product in a draft; idempotent.',
  'POST /api/desk/collection/export': 'Returns a CSV file of the current edition.',
  'POST /api/desk/pictures':
    'Stores the picture that is the body, cropped to the square of the query, and returns its name; idempotent.',
  'POST /api/desk/collection/import/preview':
    'Returns what files would change in the current edition, or what is wrong with them.',
  'POST /api/desk/collection/import': 'Makes a draft of what files change; idempotent.',
  'POST /api/desk/money/month':
    'Lists the gateway’s settlements of a month, and all differences between settlements and the shop’s books.',
  'POST /api/desk/money/settlement': 'Returns a settlement with its items and their orders.',
  'PUT /api/desk/money/explanation':
    'Records why a difference is right as it is; an empty reason withdraws it. Idempotent.',
  'POST /api/desk/money/export': 'Returns the items of a month’s settlements as a CSV file.',
  'GET /api/desk/newsletters':
    'Lists the newsletters with how far each is sent, and how many have subscribed.',
  'GET /api/desk/newsletters/:id':
    'A newsletter with its e-mail: as it was sent, or a draft at today’s prices.',
  'POST /api/desk/newsletters/preview': 'What a draft would look like; stores nothing.',
  'GET /api/desk/newsletters/pieces': 'The pieces that a newsletter may show, with today’s prices.',
  'PUT /api/desk/newsletters/:id':
    'Saves a draft, unless another person has changed it meanwhile; idempotent.',
  'POST /api/desk/newsletters/:id/discard': 'Deletes a draft.',
  'POST /api/desk/newsletters/:id/proof':
    'Sends a draft to the staff member who asks, at most once a minute.',
  'POST /api/desk/newsletters/:id/send':
    'Sends a draft to all confirmed subscribers, whose number the request names, at most once to each; idempotent.',
  'POST /api/desk/newsletters/:id/schedule':
    'Sets the time in India at which a draft is sent to all; idempotent.',
  'POST /api/desk/newsletters/:id/unschedule': 'Cancels that time; idempotent.',
  'POST /api/desk/newsletters/:id/stop': 'Stops a newsletter that is being sent, for good; idempotent.',
  'GET /api/desk/offer-codes': 'Lists the offer codes with their uses, and says what is on special offer.',
  'POST /api/desk/offer-codes/preview': 'Says what an offer code would do to today’s prices.',
  'POST /api/desk/offer-codes': 'Makes an offer code; the same terms sent again change nothing.',
  'POST /api/desk/offer-codes/end': 'Ends an offer code now; idempotent.',
  'POST /api/desk/customers/search': 'Returns accounts of customers, newest first.',
  'GET /api/desk/customers/:id': 'Returns what the shop holds about a customer.',
  'POST /api/desk/customers/export': 'Returns what the shop holds about a customer as a file.',
  'POST /api/desk/customers/erasure':
    'Erases an account; 409 while an order, return or refund is under way; idempotent.',
  'GET /api/desk/opening-list': 'Returns what is missing before the shop takes real money.',
  'GET /api/desk/orders/:number/refund-approval':
    'Returns how much of an order one person refunds alone, and whether another could approve more.',
  'GET /api/desk/shop': 'Returns street address and GSTIN of the shop, as its documents name them.',
  'PUT /api/desk/shop':
    'Changes street address and GSTIN of the shop, and whether the accountant has confirmed its taxes.',
  'PUT /api/desk/opening-list/confirmation':
    'Confirms an item of the opening list that the shop cannot know, or withdraws that; idempotent.',
  'GET /api/desk/staff': 'Returns the staff and the open invitations.',
  'POST /api/desk/invitations': 'Invites a person to the staff by e-mail.',
  'DELETE /api/desk/invitations/:id': 'Withdraws an invitation.',
  'PUT /api/desk/staff/:id/role': 'Changes the role of a staffMember.',
  'PUT /api/desk/staff/:id/access': 'Disables or enables a staffMember.',
  'DELETE /api/desk/staff/:id/sessions': 'Ends all sessions of a staffMember.',
  'POST /api/desk/audit-log/search': 'Returns entries of the audit log, newest first.',
  'GET /api/desk/audit-log/summary': 'Returns how long the audit log is, and what was done today.',
  'GET /api/desk/audit-log/verification': 'Verifies the hash chain of the audit log.',
}
