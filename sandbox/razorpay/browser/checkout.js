/**
 * The sandbox's checkout script, with the interface of Razorpay's. It opens the payment dialog in a frame over the page
 * and passes its outcome on. It is a classic script: the block keeps its names out of the shop's page.
 *
 * @import { CheckoutOptions, DialogMessage, DialogOptions, FailureListener } from './messages.ts'
 */
{
  const { currentScript } = document
  const base = new URL('.', currentScript instanceof HTMLScriptElement ? currentScript.src : location.href)

  class Razorpay {
    /** @param {CheckoutOptions} options */
    constructor(options) {
      if (!options || typeof options !== 'object') throw new TypeError('No options passed')
      if (!options.key) throw new Error('No key passed')
      this.options = options
      /** @type {Partial<Record<string, FailureListener[]>>} */
      this.listeners = {}
      /** @type {{ dialog: HTMLDialogElement; frame: HTMLIFrameElement; restore: () => void } | null} */
      this.opened = null
    }

    /**
     * @param {string} event
     * @param {FailureListener} listener
     */
    on(event, listener) {
      const listeners = this.listeners[event] ?? []
      listeners.push(listener)
      this.listeners[event] = listeners
    }

    open() {
      if (this.opened) return
      const { timeout = 0, modal } = this.options
      const frame = createFrame(this.options)
      const dialog = createDialog(frame)
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        if (modal?.escape !== false) this.dismiss()
      })
      document.body.append(dialog)
      const { style } = document.documentElement
      const { overflow } = style
      style.overflow = 'hidden'
      /** @param {MessageEvent<DialogMessage | null>} event */
      const onMessage = (event) => {
        const isDialog = event.origin === base.origin && event.source === frame.contentWindow
        if (isDialog && event.data) this.receive(event.data, frame)
      }
      addEventListener('message', onMessage)
      const timer = timeout > 0 ? setTimeout(() => this.dismiss('timeout'), timeout * 1000) : undefined
      const restore = () => {
        clearTimeout(timer)
        removeEventListener('message', onMessage)
        style.overflow = overflow
      }
      this.opened = { dialog, frame, restore }
      dialog.showModal()
      frame.focus()
    }

    close() {
      if (!this.opened) return
      const { dialog, restore } = this.opened
      this.opened = null
      restore()
      dialog.close()
      dialog.remove()
    }

    /** @param {string} [reason] */
    dismiss(reason) {
      this.close()
      this.options.modal?.ondismiss?.(reason)
    }

    /**
     * @param {DialogMessage} message
     * @param {HTMLIFrameElement} frame
     */
    receive(message, frame) {
      const { options } = this
      switch (message.type) {
        case 'ready':
          frame.contentWindow?.postMessage(dialogOptions(options), base.origin)
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

  /**
   * @param {CheckoutOptions} options
   * @returns {DialogOptions}
   */
  const dialogOptions = ({ name = '', description = '', prefill = {}, notes = {}, modal, retry }) => ({
    type: 'options',
    name,
    description,
    prefill,
    notes,
    escape: modal?.escape !== false,
    backdropclose: modal?.backdropclose === true,
    retry: retry?.enabled !== false,
  })

  /** @param {CheckoutOptions} options */
  const createFrame = ({ key, order_id: orderId = '' }) => {
    const frame = document.createElement('iframe')
    const address = new URL('checkout/public', base)
    address.searchParams.set('order_id', orderId)
    address.searchParams.set('key_id', key)
    address.searchParams.set('origin', location.origin)
    frame.src = address.href
    frame.title = 'Payment, test mode'
    Object.assign(frame.style, { width: '100%', height: '100%', border: '0', colorScheme: 'light' })
    return frame
  }

  /**
   * A modal dialog makes the page behind it inert and returns focus when it closes.
   *
   * @param {HTMLIFrameElement} frame
   */
  const createDialog = (frame) => {
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
    return dialog
  }

  window.Razorpay = Razorpay
}
