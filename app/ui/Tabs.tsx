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
  /** The tab to begin with, where it is not the first. */
  readonly initial?: string
}

/** Arrow keys, Home and End move between the tabs; each panel follows its tab at once. */
export function Tabs({ label, tabs, initial }: TabsProps) {
  const own = useId()
  const [chosenId, choose] = useState(initial)
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const chosen = tabs.find((tab) => tab.id === chosenId) ?? tabs[0]

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.indexOf(chosen)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    choose(next.id)
    buttons.current.get(next.id)?.focus()
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="flex gap-6 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            ref={(button) => {
              if (button) buttons.current.set(tab.id, button)
            }}
            type="button"
            role="tab"
            id={`${own}-${tab.id}-tab`}
            aria-controls={`${own}-${tab.id}`}
            aria-selected={tab === chosen}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(tab.id)}
            className={classes(
              '-mb-px min-h-11 border-b-2 px-1 py-2 -outline-offset-2 transition-colors',
              tab === chosen ? 'border-gold text-ink' : 'border-ground text-ink-soft hover:text-ink',
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
          id={`${own}-${tab.id}`}
          aria-labelledby={`${own}-${tab.id}-tab`}
          hidden={tab !== chosen}
          className="pt-6"
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}
