/**
 * A page can be seen and pressed before its scripts answer, on a slow line for seconds. A line in its head keeps what is
 * pressed and typed until then; it is done again as soon as the part of the page that it belongs to is awake: most of it
 * with the root, what is `Late` with its own code.
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface RecordedEvent {
  readonly event: Event
  readonly value: string
  readonly checked: boolean
}

declare global {
  /** The last thing done to each button and field. Absent where a page was not made on the server. */
  var recordedEvents: Map<HTMLButtonElement | Field, RecordedEvent> | undefined
}

/** Marks a part that wakes by itself. */
export const LAZY_PART = 'data-late'

/** Links, forms and popovers work without script, so they are not waited for. */
const KEPT = { click: 'button[type=button]:not([popovertarget])', input: 'input,select,textarea' }

/**
 * The second press of a double click belongs to what the first one pressed, and to nothing that has come into its place:
 * to no other wish below the one that was removed. A label is its field.
 */
const SAME_PRESSED = `{let first;addEventListener("click",event=>{const at=event.target.closest?.("a,button,input,label,select,summary"),it=at?.control??at;if(event.detail<2)first=it;else if(it!==first){event.preventDefault();event.stopImmediatePropagation()}},true)}`

/** In the page as it is; its hash stands in the policy like that of every inline script. */
export const RECORD_EVENTS_SCRIPT = `early=new Map;for(const[type,kept]of Object.entries(${JSON.stringify(KEPT)}))addEventListener(type,event=>{const it=event.target.closest?.(kept);if(it&&!(it.closest("[${LAZY_PART}]")??document.documentElement).dataset.awake)early.set(it,{event,value:it.value,checked:it.checked})},true);${SAME_PRESSED}`

/** Once its handlers are there. */
export function replayEvents(part: HTMLElement): void {
  part.dataset['awake'] = 'yes'
  // Whoever stands in a field has entered it unheard.
  const { activeElement: entered } = document
  if (entered?.matches(KEPT.input) && partOf(entered) === part)
    setTimeout(() => entered.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
  for (const [control, recordedEvents] of globalThis.recordedEvents ?? []) {
    if (partOf(control) !== part) continue
    globalThis.recordedEvents?.delete(control)
    // A press that itself woke the part is still under way, and React takes it from here.
    // One after the other, as each is to find the page as the one before has left it.
    if (recordedEvents.event.eventPhase === Event.NONE) setTimeout(replay, 0, control, recordedEvents)
  }
}

function partOf(control: Element): Element {
  return control.closest(`[${LAZY_PART}]`) ?? document.documentElement
}

function replay(control: HTMLButtonElement | Field, { value, checked }: RecordedEvent): void {
  if (control instanceof HTMLButtonElement) return control.click()
  if (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)) {
    control.checked = !checked
    return control.click()
  }
  // React passes over a value that it has seen already: it must not see this one before the event.
  control.value = ''
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  set?.call(control, value)
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}
