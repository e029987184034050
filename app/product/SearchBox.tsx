import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { useStore } from '#app/state/store.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { searchKey } from './search-key.ts'
import type { SuggestionsHandle } from './SearchSuggestions.tsx'

type Suggestions = typeof import('./SearchSuggestions.tsx').SearchSuggestions

/**
 * The search of every page: a combobox whose list, with the catalogue it searches, is fetched when the field is first
 * focused. Until then, and without any script, it is a plain form.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const fieldId = useId()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [options, setOptions] = useState(0)
  const [Suggestions, setSuggestions] = useState<Suggestions | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<SuggestionsHandle>(null)
  const hasKey = useStore(searchKey, true)

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey || event.altKey
      if (event.key !== '/' || isCommand || !searchKey.get() || isBusy(event.target)) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const fetchSuggestions = () => {
    if (Suggestions) return
    // Without a connection the box stays what it is without script: a form.
    import('./SearchSuggestions.tsx').then(
      (module) => setSuggestions(() => module.SearchSuggestions),
      () => undefined,
    )
  }
  const open = () => {
    fetchSuggestions()
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setActive(null)
  }
  const goTo = (path: string) => {
    close()
    setQuery('')
    void navigate(path)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (query.trim() === '') return
    import('#app/state/recent-searches.ts').then(
      (module) => module.addRecentSearch(query),
      () => undefined,
    )
    goTo(paths.search(query.trim()))
  }
  // The keys of the ARIA pattern for an editable combobox with a list.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape' && (isOpen || query !== '')) {
      event.preventDefault()
      if (isOpen) close()
      else setQuery('')
    }
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey && key === 'ArrowUp') return close()
      open()
      if (!event.altKey) list.current?.move(key === 'ArrowDown' ? 1 : -1)
    }
    // These move in the text, where typing then goes on.
    if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActive(null)
    if (key === 'Enter' && isOpen && active !== null) {
      event.preventDefault()
      list.current?.choose()
    }
  }

  const isExpanded = isOpen && Suggestions !== null && options > 0

  return (
    <search className="block">
      <form action={paths.allProducts} method="get" onSubmit={submit} className="relative">
        <label htmlFor={fieldId} className="sr-only">
          Search jewellery
        </label>
        <input
          ref={field}
          id={fieldId}
          name="q"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? listId : undefined}
          aria-activedescendant={active ?? undefined}
          aria-keyshortcuts={hasKey ? '/' : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          placeholder="Search jewellery"
          value={query}
          onFocus={open}
          onClick={open}
          onBlur={close}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(null)
            open()
          }}
          className="peer control pr-12"
        />
        {hasKey && query === '' && (
          <kbd
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-12 hidden size-6 -translate-y-1/2 place-items-center rounded-sm border border-line font-sans text-sm text-ink-soft peer-focus:hidden lg:pointer-fine:grid"
          >
            /
          </kbd>
        )}
        <IconButton
          type="submit"
          label="Search"
          icon={<Icon name="search" />}
          className="absolute top-0 right-0 text-ink-soft"
        />
        {isOpen && Suggestions && (
          <Suggestions
            ref={list}
            listId={listId}
            query={query}
            active={active}
            onActive={setActive}
            onOptions={setOptions}
            onGo={goTo}
          />
        )}
      </form>
    </search>
  )
}

const TAKES_LETTERS = 'input:not([type=checkbox],[type=radio],[type=range]),select,textarea,[contenteditable]'

/** Somebody is typing, or a dialogue has the page. */
function isBusy(target: EventTarget | null): boolean {
  return (
    (target instanceof Element && target.matches(TAKES_LETTERS)) || document.querySelector(':modal') !== null
  )
}
