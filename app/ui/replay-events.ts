/**
 * A page can be seen and used before its scripts have loaded; on a slow connection, for seconds. An inline script
 * (app/inline/events.ts) records clicks and input until then; they are replayed when the part of the page that they
 * belong to is hydrated: with the root, or on its own (<LazyHydrate>).
 */

export type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface RecordedEvent {
  readonly event: Event
  readonly value: string
  readonly checked: boolean
}

declare global {
  /** The last event of each control. Absent if the server did not render the page. */
  var recordedEvents: Map<Control, RecordedEvent> | undefined
}

/** Marks a part that is hydrated on its own. */
export const LAZY_PART = 'data-lazy'

/** By event type. Links, forms and popovers work without script and are not recorded. */
export const RECORDED = {
  click: 'button[type=button]:not([popovertarget])',
  input: 'input,select,textarea',
}

/**
 * Call it once the handlers of `part` are attached, in a layout effect. `rerender` updates the component: React then runs
 * the effects of the hydration, which restore what was saved, before the first replay.
 */
export function replayEvents(part: HTMLElement, rerender: () => void): void {
  part.dataset['hydrated'] = 'yes'
  const replays: (() => void)[] = []
  // A focused field got the focus before its handlers were attached.
  const { activeElement: focused } = document
  if (focused?.matches(RECORDED.input) && partOf(focused) === part)
    replays.push(() => focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
  for (const [control, recorded] of globalThis.recordedEvents ?? []) {
    if (partOf(control) !== part) continue
    globalThis.recordedEvents?.delete(control)
    // React itself handles the event that caused the hydration, which is still being dispatched.
    if (recorded.event.eventPhase === Event.NONE) replays.push(() => replay(control, recorded))
  }
  if (replays.length === 0) return
  rerender()
  if (queue.push(...replays) === replays.length) queueMicrotask(replayNext)
}

/** Shared by all parts. */
const queue: (() => void)[] = []

/**
 * One microtask each: React renders the synchronous updates of one replay before the next runs. A click that is waiting
 * in the browser's queue is dispatched only after all microtasks, so it cannot overtake them.
 */
function replayNext(): void {
  try {
    queue[0]?.()
  } finally {
    queue.shift()
    if (queue.length > 0) queueMicrotask(replayNext)
  }
}

export function partOf(control: Element): HTMLElement {
  return control.closest<HTMLElement>(`[${LAZY_PART}]`) ?? document.documentElement
}

function replay(control: Control, { value, checked }: RecordedEvent): void {
  if (control instanceof HTMLButtonElement) return control.click()
  if (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)) {
    control.checked = !checked
    return control.click()
  }
  // React ignores an input event whose value it has already tracked: the prototype's setter bypasses its tracking.
  control.value = ''
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  set?.call(control, value)
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}
