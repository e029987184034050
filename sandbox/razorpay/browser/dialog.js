/** The payment dialog inside the frame. What the buttons do happens on the sandbox's server. */
const { orderId, keyId, shopOrigin, payUrl } = document.body.dataset
const says = document.querySelector('.says')
const tabs = [...document.querySelectorAll('[role=tab]')]
const cardForm = document.querySelector('#card-form')
const otpForm = document.querySelector('#otp-form')
let options = { prefill: {}, notes: {}, escape: true, backdropclose: false, retry: true }

function tell(message) {
  // Only the shop's own page may be told: the server wrote its origin into this page.
  parent.postMessage(message, shopOrigin)
}

function say(text, alarm = false) {
  says.textContent = text
  says.classList.toggle('alarm', alarm)
}

async function dismiss() {
  setBusy(true)
  await send('dismiss', {}).catch(() => null)
  tell({ type: 'dismissed' })
}

async function pay(instrument) {
  setBusy(true)
  say('Speaking to the bank…')
  try {
    const outcome = await send('pay', { instrument })
    if (outcome.end === 'paid') {
      say('Payment successful.')
      tell({ type: 'paid', proof: outcome.proof })
      return
    }
    setBusy(false)
    if (outcome.end === 'silent') {
      say(
        'The bank has taken the payment, but its answer was lost on the way to the shop. Close this window.',
      )
      document.querySelector('.methods')?.remove()
      document.querySelector('.close').focus()
      return
    }
    showCard()
    say(`Payment failed. ${outcome.error.description}`, true)
    tell({ type: 'failed', error: outcome.error })
  } catch {
    setBusy(false)
    say('The payment could not be sent. Try again.', true)
  }
}

async function send(action, detail) {
  const { email, contact } = options.prefill
  const answer = await fetch(`${payUrl}${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      order_id: orderId,
      key_id: keyId,
      customer: { email, contact, description: options.description, notes: options.notes },
      ...detail,
    }),
  })
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`)
  return answer.json()
}

function setBusy(busy) {
  for (const button of document.querySelectorAll('.actions button')) button.disabled = busy
}

function choose(tab) {
  for (const other of tabs) {
    const chosen = other === tab
    other.setAttribute('aria-selected', String(chosen))
    other.tabIndex = chosen ? 0 : -1
    document.getElementById(other.getAttribute('aria-controls')).hidden = !chosen
  }
}

function showCard() {
  if (!otpForm) return
  otpForm.hidden = true
  otpForm.reset()
  cardForm.hidden = false
}

function takeOptions(given) {
  options = given
  document.querySelector('#merchant').textContent = given.name || 'The shop'
  document.querySelector('#description').textContent = given.description
  const { name, email, contact, method } = given.prefill
  document.querySelector('#customer').textContent = [name, email, contact].filter(Boolean).join(' · ')
  const holder = document.querySelector('#card-name')
  if (holder && name) holder.value = name
  const preferred = tabs.find((tab) => tab.id === `tab-${method}`)
  if (preferred && email && contact) choose(preferred)
}

addEventListener('message', (event) => {
  if (event.source === parent && event.origin === shopOrigin && event.data?.type === 'options') {
    takeOptions(event.data)
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
  tab.addEventListener('click', () => choose(tab))
  tab.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = tabs[(place + step + tabs.length) % tabs.length]
    choose(next)
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
  say('')
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
tell({ type: 'ready' })
document.querySelector('h1').focus()
