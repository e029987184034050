/**
 * The sandbox's checkout script, with the interface of Razorpay's. It opens the payment dialog in a frame over the page
 * and passes its outcome on.
 */
;(() => {
  const base = new URL('.', document.currentScript.src)

  class Razorpay {
    constructor(options) {
      if (!options || typeof options !== 'object') throw new TypeError('No options passed')
      if (!options.key) throw new Error('No key passed')
      this.options = options
      this.listeners = {}
      this.dialog = null
    }

    on(event, listener) {
      const listeners = this.listeners[event] ?? []
      listeners.push(listener)
      this.listeners[event] = listeners
    }

    open() {
      if (this.dialog) return
      const { options } = this
      const frame = document.createElement('iframe')
      const address = new URL('checkout/public', base)
      address.searchParams.set('order_id', options.order_id ?? '')
      address.searchParams.set('key_id', options.key)
      address.searchParams.set('origin', location.origin)
      frame.src = address.href
      frame.title = 'Payment, test mode'
      Object.assign(frame.style, { width: '100%', height: '100%', border: '0', colorScheme: 'light' })

      // A modal dialog makes the page behind it inert and returns focus when it closes.
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', 'Payment, test mode')
      Object.assign(dialog.style, {
        width: '100vw',
        height: '100dvh',
        maxWidth: 'none',
        maxHeight: 'none',
        margin: '0',
        padding: '0',
        border: '0',
        background: 'transparent',
        overflow: 'hidden',
      })
      dialog.append(frame)
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        if (options.modal?.escape !== false) this.dismiss()
      })
      document.body.append(dialog)
      this.dialog = dialog
      this.frame = frame
      this.scroll = document.documentElement.style.overflow
      document.documentElement.style.overflow = 'hidden'
      this.onMessage = (event) => this.receive(event)
      addEventListener('message', this.onMessage)
      if (options.timeout > 0) {
        this.timer = setTimeout(() => this.dismiss('timeout'), options.timeout * 1000)
      }
      dialog.showModal()
      frame.focus()
    }

    close() {
      if (!this.dialog) return
      clearTimeout(this.timer)
      removeEventListener('message', this.onMessage)
      document.documentElement.style.overflow = this.scroll
      this.dialog.close()
      this.dialog.remove()
      this.dialog = null
      this.frame = null
    }

    dismiss(reason) {
      this.close()
      this.options.modal?.ondismiss?.(reason)
    }

    receive(event) {
      if (event.origin !== base.origin || event.source !== this.frame?.contentWindow) return
      const { options } = this
      const message = event.data
      switch (message?.type) {
        case 'ready':
          this.frame.contentWindow.postMessage(
            {
              type: 'options',
              name: options.name ?? '',
              description: options.description ?? '',
              prefill: options.prefill ?? {},
              notes: options.notes ?? {},
              escape: options.modal?.escape !== false,
              backdropclose: options.modal?.backdropclose === true,
              retry: options.retry?.enabled !== false,
            },
            base.origin,
          )
          break
        case 'paid':
          this.close()
          options.handler?.(message.proof)
          break
        case 'failed':
          for (const listener of this.listeners['payment.failed'] ?? []) listener({ error: message.error })
          if (options.retry?.enabled === false) this.dismiss()
          break
        case 'dismissed':
          this.dismiss()
          break
      }
    }
  }

  globalThis.Razorpay = Razorpay
})()
