import {
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
} from 'react'
import { useNavigate } from 'react-router'
import type { PricedProduct } from '#domain/collection.ts'
import { paths } from '#app/paths.ts'
import { useStore } from '#app/state/store.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { IconButton } from '#app/ui/IconButton.tsx'
import { searchKey } from './search-key.ts'
import type { SearchOption } from './SearchSuggestions.tsx'
import { useCombobox } from './use-combobox.ts'

interface Suggestions {
  readonly List: typeof import('./SearchSuggestions.tsx').SearchSuggestions
  readonly products: readonly PricedProduct[]
}

/**
 * The search of every page: a combobox whose list, with the catalogue to search, is fetched when the field first gets
 * the focus. Until then, and without script, it is a plain form.
 */
export function SearchBox() {
  const listId = useId()
  const [query, setQuery] = useState('')
  const [suggestions, fetchSuggestions] = useSuggestions()
  const field = useRef<HTMLInputElement>(null)
  const hasShortcut = useShortcut(field)

  const combobox = useCombobox<SearchOption>()
  const { isOpen, active, toggle } = combobox
  // A keystroke is painted before its suggestions are searched.
  const searched = useDeferredValue(query)
  const choose = useChoice(toggle, setQuery)
  const open = () => {
    combobox.toggle(true)
    fetchSuggestions()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { activeOption } = combobox
    if (combobox.handleKey(event)) event.preventDefault()
    else if (event.key === 'Enter' && activeOption) {
      event.preventDefault()
      choose(activeOption)
    } else if (event.key === 'Escape') setQuery('')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const text = query.trim()
    if (text) choose({ action: paths.search(text), search: text })
  }
  const isExpanded = isOpen && suggestions !== null && combobox.options.length > 0

  return (
    <search className="block">
      <form action={paths.allProducts} method="get" onSubmit={submit} className="relative">
        <SearchField
          ref={field}
          listId={isExpanded ? listId : undefined}
          aria-activedescendant={active ?? undefined}
          aria-keyshortcuts={hasShortcut ? '/' : undefined}
          value={query}
          onFocus={open}
          onClick={open}
          onBlur={() => combobox.toggle(false)}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.target.value)
            open()
          }}
        />
        {hasShortcut && query === '' && <ShortcutHint />}
        <SubmitButton />
        {isOpen && suggestions && (
          <suggestions.List
            products={suggestions.products}
            listId={listId}
            query={searched}
            active={active}
            onOptions={combobox.setOptions}
            onChoose={choose}
          />
        )}
      </form>
    </search>
  )
}

function useChoice(toggle: (open: boolean) => void, setQuery: (query: string) => void) {
  const navigate = useNavigate()
  return useCallback(
    ({ action, search }: Pick<SearchOption, 'action' | 'search'>) => {
      if (typeof action !== 'string') return action()
      if (search) saveSearch(search)
      toggle(false)
      setQuery('')
      void navigate(action)
    },
    [navigate, toggle, setQuery],
  )
}

function useSuggestions() {
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null)
  const fetchSuggestions = () => {
    if (suggestions) return
    loadSuggestions().then(
      setSuggestions,
      // Without a connection the search stays a plain form.
      () => undefined,
    )
  }
  return [suggestions, fetchSuggestions] as const
}

async function loadSuggestions(): Promise<Suggestions> {
  const [{ SearchSuggestions }, { allProducts }, { fromCollection }] = await Promise.all([
    import('./SearchSuggestions.tsx'),
    import('./page-data.ts'),
    import('#app/state/collection.ts'),
  ])
  return { List: SearchSuggestions, products: await fromCollection(allProducts) }
}

interface SearchFieldProps extends ComponentProps<'input'> {
  /** Active while the list is shown. */
  readonly listId: string | undefined
}

function SearchField({ listId, ...props }: SearchFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Search jewellery
      </label>
      <input
        {...props}
        id={id}
        name="q"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={listId !== undefined}
        aria-controls={listId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        placeholder="Search jewellery"
        className="peer control search-field"
      />
    </>
  )
}

function SubmitButton() {
  return <IconButton type="submit" label="Search" icon={<Icon name="search" />} className="search-button" />
}

function ShortcutHint() {
  return (
    <kbd aria-hidden="true" className="shortcut-hint">
      /
    </kbd>
  )
}

function saveSearch(query: string): void {
  import('#app/state/recent-searches.ts').then(
    (module) => module.addRecentSearch(query),
    () => undefined,
  )
}

/** `/` focuses the field. Returns false if the shopper has turned that off. */
function useShortcut(field: RefObject<HTMLInputElement | null>): boolean {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (event.key !== '/' || hasModifier || !searchKey.get() || isBusy(event.target)) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
  return useStore(searchKey, true)
}

const TEXT_FIELDS = 'input:not([type=checkbox],[type=radio],[type=range]),select,textarea,[contenteditable]'

/** True in a text field and under a modal dialog. */
function isBusy(target: EventTarget | null): boolean {
  return (
    (target instanceof Element && target.matches(TEXT_FIELDS)) || document.querySelector(':modal') !== null
  )
}
