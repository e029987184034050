/** Inlined in the page's head: records events that need a listener before the page's own scripts have loaded. */
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
      // Moved to the end: a size chosen again is the last choice.
      recorded.delete(control)
      recorded.set(control, { event, value: control.value, checked })
    },
    true,
  )

/**
 * The second click of a double click counts only on the control that received the first: meanwhile a list may have
 * moved the next item's button under the pointer.
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
