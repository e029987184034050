import { html } from 'hono/html'
import { formatRupees, paise } from '#domain/money.ts'
import type { OrderEntity } from './entities.ts'
import { BANKS } from './instruments.ts'

/** Without an order, the page says that this id does not exist for this key. */
export function dialogPage({
  order,
  keyId,
  origin,
}: {
  order: OrderEntity | null
  keyId: string
  origin: string
}) {
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Payment, test mode</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="dialog.css" />
        <script type="module" src="dialog.js"></script>
      </head>
      <body
        data-order-id="${order?.id ?? ''}"
        data-key-id="${keyId}"
        data-shop-origin="${origin}"
        data-pay-url="./"
      >
        <!-- dialog.js removes inert: a form submitted before that would leave the dialog. -->
        <main class="sheet" aria-label="Payment" inert>
          <p class="mark">Test mode: no money moves</p>
          <div class="head">
            <div>
              <h1 id="merchant" tabindex="-1">The shop</h1>
              <p class="soft" id="description"></p>
              <p class="soft" id="customer"></p>
              ${order ? html`<p class="amount">${formatRupees(paise(order.amount))}</p>` : ''}
            </div>
            <button class="close" type="button" aria-label="Close">×</button>
          </div>
          <p class="status${order ? '' : ' error'}" role="status">${orderStatus(order)}</p>
          ${order && order.status !== 'paid' ? paymentMethods(`Pay ${formatRupees(paise(order.amount))}`) : ''}
        </main>
      </body>
    </html>`
}

function orderStatus(order: OrderEntity | null): string {
  if (!order) return 'The id provided does not exist'
  return order.status === 'paid' ? 'This order has already been paid.' : ''
}

function paymentMethods(payLabel: string) {
  return html`<div class="methods">
    <div class="tabs" role="tablist" aria-label="Payment method">
      <button type="button" role="tab" id="tab-upi" aria-controls="upi" aria-selected="true">UPI</button>
      <button type="button" role="tab" id="tab-card" aria-controls="card" aria-selected="false" tabindex="-1">
        Card
      </button>
      <button
        type="button"
        role="tab"
        id="tab-netbanking"
        aria-controls="netbanking"
        aria-selected="false"
        tabindex="-1"
      >
        Netbanking
      </button>
    </div>
    ${upiPanel(payLabel)} ${cardPanel(payLabel)} ${netbankingPanel()}
  </div>`
}

function upiPanel(payLabel: string) {
  return html`<section class="panel" role="tabpanel" id="upi" aria-labelledby="tab-upi">
    <form id="upi-form">
      <label for="vpa">UPI ID</label>
      <input
        id="vpa"
        name="vpa"
        value="success@razorpay"
        required
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        aria-describedby="vpa-hint"
      />
      <p class="hint" id="vpa-hint">success@razorpay succeeds; failure@razorpay is declined.</p>
      <div class="actions"><button>${payLabel}</button></div>
    </form>
  </section>`
}

function cardPanel(payLabel: string) {
  return html`<section class="panel" role="tabpanel" id="card" aria-labelledby="tab-card" hidden>
    <form id="card-form">
      <label for="card-number">Card number</label>
      <input
        id="card-number"
        name="number"
        value="4100 2800 0000 1007"
        required
        inputmode="numeric"
        autocomplete="off"
        aria-describedby="card-hint"
      />
      <p class="hint" id="card-hint">
        4100 2800 0000 1007 succeeds; 4100 2800 0008 0001 has insufficient funds; 4100 2800 0006 0003 is
        declined.
      </p>
      <div class="pair">
        <div>
          <label for="card-expiry">Expiry</label>
          <input id="card-expiry" name="expiry" value="12/39" required autocomplete="off" />
        </div>
        <div>
          <label for="card-cvv">CVV</label>
          <input id="card-cvv" name="cvv" value="123" required inputmode="numeric" autocomplete="off" />
        </div>
      </div>
      <label for="card-name">Name on card</label>
      <input id="card-name" name="name" value="Test Card" required autocomplete="off" />
      <div class="actions"><button>${payLabel}</button></div>
    </form>
    <form id="otp-form" hidden>
      <label for="otp">One-time password</label>
      <input
        id="otp"
        name="otp"
        required
        inputmode="numeric"
        autocomplete="off"
        aria-describedby="otp-hint"
      />
      <p class="hint" id="otp-hint">Any four to ten digits are accepted; fewer are rejected.</p>
      <div class="actions"><button>Submit</button></div>
    </form>
  </section>`
}

function netbankingPanel() {
  return html`<section class="panel" role="tabpanel" id="netbanking" aria-labelledby="tab-netbanking" hidden>
    <form id="netbanking-form">
      <label for="bank">Bank</label>
      <select id="bank" name="bank">
        ${Object.entries(BANKS).map(([code, name]) => html`<option value="${code}">${name}</option>`)}
      </select>
      <p class="hint">Choose the outcome of the payment.</p>
      <div class="actions">
        <button name="outcome" value="success">Success</button>
        <button class="quiet" name="outcome" value="failure">Failure</button>
      </div>
    </form>
  </section>`
}
