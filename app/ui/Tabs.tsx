import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes.ts'

interface Tab {
  readonly id: string
  readonly label: string
  readonly panel: ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly [Tab, ...Tab[]]
  /** Id of the tab that is selected first; by default the first one. */
  readonly initial?: string
}

/** The keys of the ARIA pattern, with automatic activation. */
export function Tabs({ label, tabs, initial }: TabsProps) {
  const baseId = useId()
  const [selectedId, select] = useState(initial)
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const selected = tabs.find((tab) => tab.id === selectedId) ?? tabs[0]

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.indexOf(selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    select(next.id)
    buttons.current.get(next.id)?.focus()
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-x-6 border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            ref={(button) => {
              if (button) buttons.current.set(tab.id, button)
            }}
            type="button"
            role="tab"
            id={`${baseId}-${tab.id}-tab`}
            aria-controls={`${baseId}-${tab.id}`}
            aria-selected={tab === selected}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => select(tab.id)}
            className={classes(
              'min-h-11 border-b-2 px-1 py-2 whitespace-nowrap -outline-offset-2 transition-colors',
              tab === selected ? 'border-gold text-ink' : 'border-ground text-ink-soft hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${baseId}-${tab.id}`}
          aria-labelledby={`${baseId}-${tab.id}-tab`}
          hidden={tab !== selected}
          className="pt-6"
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}
