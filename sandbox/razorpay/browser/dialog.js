/**
 * The payment dialog inside the frame. The sandbox's server makes the payment.
 *
 * @import { AttemptResult } from '../payments.ts'
 * @import { DialogMessage, DialogOptions } from './messages.ts'
 */
const { orderId, keyId, shopOrigin = '', payUrl = '' } = document.body.dataset
const status = find('.status')
const close = find('.close')
/** @type {NodeListOf<HTMLButtonElement>} */
const tabs = document.querySelectorAll('[role=tab]')
// Missing if the order is unknown or paid.
const upiForm = document.forms.namedItem('upi-form')
const cardForm = document.forms.namedItem('card-form')
const otpForm = document.forms.namedItem('otp-form')
const netbankingForm = document.forms.namedItem('netbanking-form')

/** @type {DialogOptions} */
let options = {
  type: 'options',
  name: '',
  description: '',
  prefill: {},
  notes: {},
  escape: true,
  backdropclose: false,
  retry: true,
}

/**
 * @param {string} selector
 * @returns {HTMLElement}
 */
function find(selector) {
  const found = document.querySelector(selector)
  if (!(found instanceof HTMLElement)) throw new Error(`The dialog has no ${selector}`)
  return found
}

/**
 * Only to the shop's page, whose origin the server wrote into this one.
 *
 * @param {DialogMessage} message
 */
function notifyShop(message) {
  parent.postMessage(message, shopOrigin)
}

/** @param {string} text */
function showStatus(text, isError = false) {
  status.textContent = text
  status.classList.toggle('error', isError)
}

async function dismiss() {
  setBusy(true)
  await request('dismiss', {}).catch(() => null)
  notifyShop({ type: 'dismissed' })
}

/** @param {object} instrument */
async function pay(instrument) {
  setBusy(true)
  showStatus('Contacting the bank…')
  try {
    /** @type {AttemptResult} */
    const result = await request('pay', { instrument })
    if (result.end === 'paid') {
      showStatus('Payment successful.')
      notifyShop({ type: 'paid', proof: result.proof })
      return
    }
    setBusy(false)
    if (result.end === 'silent') {
      showStatus('The bank has taken the payment, but the shop was not notified. Close this window.')
      document.querySelector('.methods')?.remove()
      close.focus()
      return
    }
    showCardForm()
    showStatus(`Payment failed. ${result.error.description}`, true)
    notifyShop({ type: 'failed', error: result.error })
  } catch {
    setBusy(false)
    showStatus('The payment could not be sent. Try again.', true)
  }
}

/**
 * @param {'pay' | 'dismiss'} action
 * @param {object} detail
 */
async function request(action, detail) {
  const { email, contact } = options.prefill
  const response = await fetch(`${payUrl}${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      order_id: orderId,
      key_id: keyId,
      customer: { email, contact, description: options.description, notes: options.notes },
      ...detail,
    }),
  })
  if (!response.ok) throw new Error(`The sandbox responded with ${response.status}`)
  return response.json()
}

/** @param {boolean} isBusy */
function setBusy(isBusy) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll('.actions button')
  for (const button of buttons) button.disabled = isBusy
}

/** @param {HTMLButtonElement} tab */
function selectTab(tab) {
  for (const other of tabs) {
    const isSelected = other === tab
    other.setAttribute('aria-selected', String(isSelected))
    other.tabIndex = isSelected ? 0 : -1
    find(`#${other.getAttribute('aria-controls')}`).hidden = !isSelected
  }
}

function showCardForm() {
  if (!cardForm || !otpForm) return
  otpForm.hidden = true
  otpForm.reset()
  cardForm.hidden = false
}

/** @param {DialogOptions} received */
function applyOptions(received) {
  options = received
  find('#merchant').textContent = received.name || 'The shop'
  find('#description').textContent = received.description
  const { name, email, contact, method } = received.prefill
  find('#customer').textContent = [name, email, contact].filter(Boolean).join(' · ')
  const holder = cardForm?.elements.namedItem('name')
  if (holder instanceof HTMLInputElement && name) holder.value = name
  const preferred = [...tabs].find((tab) => tab.id === `tab-${method}`)
  if (preferred && email && contact) selectTab(preferred)
}

addEventListener('message', (event) => {
  if (event.source === parent && event.origin === shopOrigin && event.data?.type === 'options') {
    applyOptions(event.data)
  }
})

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && options.escape) dismiss()
})

document.addEventListener('click', (event) => {
  if (options.backdropclose && event.target === document.body) dismiss()
})

close.addEventListener('click', dismiss)

/** @type {Partial<Record<string, number>>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 }

for (const [place, tab] of tabs.entries()) {
  tab.addEventListener('click', () => selectTab(tab))
  tab.addEventListener('keydown', (event) => {
    const step = STEPS[event.key]
    const next = step && tabs[(place + step + tabs.length) % tabs.length]
    if (!next) return
    selectTab(next)
    next.focus()
  })
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter]
 */
function valuesOf(form, submitter) {
  return Object.fromEntries(new FormData(form, submitter))
}

upiForm?.addEventListener('submit', (event) => {
  event.preventDefault()
  pay({ method: 'upi', ...valuesOf(upiForm) })
})

cardForm?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!otpForm) return
  cardForm.hidden = true
  otpForm.hidden = false
  showStatus('')
  otpForm.querySelector('input')?.focus()
})

otpForm?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!cardForm) return
  const { number, name } = valuesOf(cardForm)
  pay({ method: 'card', number, name, ...valuesOf(otpForm) })
})

netbankingForm?.addEventListener('submit', (event) => {
  event.preventDefault()
  pay({ method: 'netbanking', ...valuesOf(netbankingForm, event.submitter) })
})

find('main').inert = false
notifyShop({ type: 'ready' })
find('h1').focus()
