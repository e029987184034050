/** The payment dialog inside the frame. The sandbox's server makes the payment. */
const { orderId, keyId, shopOrigin, payUrl } = document.body.dataset
const status = document.querySelector('.status')
const tabs = [...document.querySelectorAll('[role=tab]')]
const cardForm = document.querySelector('#card-form')
const otpForm = document.querySelector('#otp-form')
let options = { prefill: {}, notes: {}, escape: true, backdropclose: false, retry: true }

/** Only to the shop's page, whose origin the server wrote into this one. */
function notifyShop(message) {
  parent.postMessage(message, shopOrigin)
}

function showStatus(text, isError = false) {
  status.textContent = text
  status.classList.toggle('error', isError)
}

async function dismiss() {
  setBusy(true)
  await request('dismiss', {}).catch(() => null)
  notifyShop({ type: 'dismissed' })
}

async function pay(instrument) {
  setBusy(true)
  showStatus('Contacting the bank…')
  try {
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
      document.querySelector('.close').focus()
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

function setBusy(isBusy) {
  for (const button of document.querySelectorAll('.actions button')) button.disabled = isBusy
}

function selectTab(tab) {
  for (const other of tabs) {
    const isSelected = other === tab
    other.setAttribute('aria-selected', String(isSelected))
    other.tabIndex = isSelected ? 0 : -1
    document.getElementById(other.getAttribute('aria-controls')).hidden = !isSelected
  }
}

function showCardForm() {
  if (!otpForm) return
  otpForm.hidden = true
  otpForm.reset()
  cardForm.hidden = false
}

function applyOptions(received) {
  options = received
  document.querySelector('#merchant').textContent = received.name || 'The shop'
  document.querySelector('#description').textContent = received.description
  const { name, email, contact, method } = received.prefill
  document.querySelector('#customer').textContent = [name, email, contact].filter(Boolean).join(' · ')
  const holder = document.querySelector('#card-name')
  if (holder && name) holder.value = name
  const preferred = tabs.find((tab) => tab.id === `tab-${method}`)
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

document.querySelector('.close').addEventListener('click', dismiss)

for (const [place, tab] of tabs.entries()) {
  tab.addEventListener('click', () => selectTab(tab))
  tab.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = tabs[(place + step + tabs.length) % tabs.length]
    selectTab(next)
    next.focus()
  })
}

document.querySelector('#upi-form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  pay({ method: 'upi', vpa: event.target.elements.vpa.value })
})

cardForm?.addEventListener('submit', (event) => {
  event.preventDefault()
  cardForm.hidden = true
  otpForm.hidden = false
  showStatus('')
  otpForm.elements.otp.focus()
})

otpForm?.addEventListener('submit', (event) => {
  event.preventDefault()
  const { number, name } = cardForm.elements
  pay({ method: 'card', number: number.value, name: name.value, otp: otpForm.elements.otp.value })
})

document.querySelector('#netbanking-form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  pay({
    method: 'netbanking',
    bank: event.target.elements.bank.value,
    outcome: event.submitter.value,
  })
})

document.querySelector('main').inert = false
notifyShop({ type: 'ready' })
document.querySelector('h1').focus()
