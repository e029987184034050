import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { classes } from '#app/ui/classes.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import type { SuggestionsHandle } from './SearchSuggestions.tsx'

type Suggestions = typeof import('./SearchSuggestions.tsx').SearchSuggestions

interface SearchBoxProps {
  readonly className?: string
  /** The search has led somewhere: a drawer around the box may close. */
  readonly onDone?: () => void
}

/**
 * The search of every page: a combobox whose list, with the catalogue it searches, is fetched when the field is first
 * focused. Until then, and without any script, it is a plain form.
 */
export function SearchBox({ className, onDone }: SearchBoxProps) {
  const navigate = useNavigate()
  const fieldId = useId()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [options, setOptions] = useState(0)
  const [Suggestions, setSuggestions] = useState<Suggestions | null>(null)
  const list = useRef<SuggestionsHandle>(null)

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
    onDone?.()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (query.trim() === '') return
    void import('./recent-searches.ts').then((module) => module.rememberSearch(query))
    goTo(paths.search(query.trim()))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open()
      list.current?.move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Enter' && isOpen && active !== null) {
      event.preventDefault()
      list.current?.choose()
    }
  }

  const isExpanded = isOpen && Suggestions !== null && options > 0

  return (
    <search className={classes('block', className)}>
      <form action={paths.allProducts} method="get" onSubmit={submit} className="relative">
        <label htmlFor={fieldId} className="sr-only">
          Search jewellery
        </label>
        <input
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
          className="control pr-12"
        />
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
