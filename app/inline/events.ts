/** Inline in the page's head: events that need a listener before the page's own scripts have loaded. */
import { partOf, RECORDED, type Control } from '#app/ui/replay-events.ts'

const recorded: NonNullable<typeof globalThis.recordedEvents> = new Map()
globalThis.recordedEvents = recorded

for (const [type, selector] of Object.entries(RECORDED))
  addEventListener(
    type,
    (event) => {
      const control = closest<Control>(event, selector)
      if (!control || partOf(control).dataset['hydrated']) return
      const checked = control instanceof HTMLInputElement && control.checked
      // At the end: a size that is chosen again is chosen last.
      recorded.delete(control)
      recorded.set(control, { event, value: control.value, checked })
    },
    true,
  )

/**
 * The second click of a double click counts only on the control that got the first: a list may have moved the next
 * item's button under the pointer meanwhile.
 */
let firstClicked: Element | null = null
addEventListener(
  'click',
  (event) => {
    const found = closest(event, 'a,button,input,label,select,summary')
    const control = (found instanceof HTMLLabelElement && found.control) || found
    if (event.detail < 2) firstClicked = control
    else if (control !== firstClicked) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  },
  true,
)

function closest<Found extends Element>({ target }: Event, selector: string): Found | null {
  return target instanceof Element ? target.closest<Found>(selector) : null
}
