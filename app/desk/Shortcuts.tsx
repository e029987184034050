import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { DIALOG } from './classes.ts'
import { FOCUS_SEARCH } from './OrdersScreen.tsx'

const KEYS = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['/', 'Find an order'],
  ['t', 'Today'],
  ['Esc', 'Close a dialog'],
  ['?', 'Show these keys'],
] as const

export function Shortcuts() {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      if (event.key === '?') setOpen(true)
      else if (event.key === 'j') focusRow(1)
      else if (event.key === 'k') focusRow(-1)
      else if (event.key === 't') void navigate('/today')
      else if (event.key === '/') void navigate('/orders', { state: FOCUS_SEARCH })
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate])
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} label="Keys" className={DIALOG}>
      <h2 className="text-xl">Keys</h2>
      <dl className="my-5 grid grid-cols-[auto_1fr] gap-x-[min(1.5rem,4vw)] gap-y-2">
        {KEYS.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line px-2 font-sans text-sm">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button variant="secondary" onClick={() => setOpen(false)}>
        Close
      </Button>
    </Dialog>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const index = rows.findIndex((row) => row === document.activeElement)
  rows[Math.min(Math.max(index + step, 0), rows.length - 1)]?.focus()
}
