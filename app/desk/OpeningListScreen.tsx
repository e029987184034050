import { confirmOpeningItem, readOpeningList, type OpeningList } from '#contract/desk/opening-list.ts'
import { BY_OPERATOR, isConfirmedByOwner, openingItem, OPENING_ITEMS } from '#domain/opening-list.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { ErrorNotice } from '#app/ui/ErrorNotice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { CheckField } from './CheckField.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { Loading, LoadingLine, LoadingRows } from './Loading.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { ShopParticulars } from './ShopParticulars.tsx'
import { dateTime } from './texts.ts'

type Item = OpeningList['items'][number]

export function OpeningListScreen() {
  useTitle('Opening list')
  const { send } = useDesk()
  const { state, setValue, retry } = useDeskData(readOpeningList)
  // In place, so that the input stays on the screen.
  const refresh = async () => {
    const result = await send(readOpeningList)
    if (result.ok) setValue(result.value)
  }
  return (
    <>
      <h1 className="text-3xl">Opening list</h1>
      <p className="mt-3 max-w-prose text-ink-soft">
        What must be done before the shop takes real money. The shop checks most of it by itself.
      </p>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingItems />}
      {state.status === 'ready' && (
        <>
          <Items list={state.value} onChange={setValue} />
          <ShopParticulars onChange={() => void refresh()} />
        </>
      )}
    </>
  )
}

function LoadingItems() {
  return (
    <Loading className="mt-6">
      <LoadingLine size="text-lg" />
      <LoadingRows
        cells={[['text-base', 'text-base', 'text-base']]}
        columns="grid-cols-[1.5rem_1fr]"
        mark="mt-2 ml-1 size-3 rotate-45 border"
        spacing="gap-x-4 gap-y-1 py-4"
        className="mt-4"
      />
    </Loading>
  )
}

interface ItemsProps {
  readonly list: OpeningList
  readonly onChange: (list: OpeningList) => void
}

function Items({ list: { items }, onChange }: ItemsProps) {
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <>
      <p aria-live="polite" className="mt-6 text-lg">
        {done === items.length ? 'Everything is done.' : `${done} of ${items.length} are done.`}
      </p>
      <ul className="mt-4 border-t border-line">
        {items.map((item) => (
          <OpeningItem key={item.id} item={item} onChange={onChange} />
        ))}
      </ul>
    </>
  )
}

interface OpeningItemProps {
  readonly item: Item
  readonly onChange: (list: OpeningList) => void
}

function OpeningItem({ item: { id, isDone, confirmed }, onChange }: OpeningItemProps) {
  const { title, why, todo, by } = openingItem(id)
  return (
    <li className="grid grid-cols-[1.5rem_1fr] gap-x-4 border-b border-line py-4">
      {isDone ? (
        <Icon name="check" className="mt-1 size-5 text-emerald" />
      ) : (
        <span aria-hidden="true" className="mt-2 ml-1 size-3 rotate-45 border border-gold" />
      )}
      <div className="grid grid-cols-1 min-w-0 gap-1 wrap-anywhere">
        <h2 className="font-sans text-base font-medium">
          {title}
          <span className="sr-only">{isDone ? ', done' : ', missing'}</span>
        </h2>
        <p className="text-ink-soft">{why}</p>
        {!isDone && <p>{todo}</p>}
        {!isDone && by !== undefined && <p className="text-sm text-ink-soft">{BY_OPERATOR}</p>}
        {confirmed && (
          <p className="text-sm break-words text-ink-soft">
            Confirmed by {confirmed.by}, {dateTime(confirmed.at)}
          </p>
        )}
        {isConfirmedByOwner(id) && <Confirmation id={id} isDone={isDone} onChange={onChange} />}
      </div>
    </li>
  )
}

type ConfirmationProps = Pick<Item, 'id' | 'isDone'> & Pick<OpeningItemProps, 'onChange'>

function Confirmation({ id, isDone, onChange }: ConfirmationProps) {
  const { send, may } = useDesk()
  const { error, run: confirm } = useCall(
    (isConfirmed: boolean) => send(confirmOpeningItem, { body: { id, isConfirmed } }),
    onChange,
  )
  if (!may('confirm-opening-list')) return null
  return (
    <>
      <CheckField
        label={`I confirm: ${OPENING_ITEMS[id].title.toLowerCase()}`}
        checked={isDone}
        onChange={confirm}
      />
      <ErrorNotice>{error}</ErrorNotice>
    </>
  )
}
