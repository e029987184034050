import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { endOfferCode, readOfferCodes, type DeskOfferCode, type OfferCodes } from '#contract/desk/offers.ts'
import { groupDigits } from '#domain/number-format.ts'
import { offerTermsText } from '#domain/offer-code.ts'
import { isProductType } from '#domain/product.ts'
import { addMs } from '#domain/time.ts'
import { classes } from '#app/ui/classes.ts'
import { Notice } from '#app/ui/Notice.tsx'
import { Section } from '#app/ui/Section.tsx'
import { Confirm } from './Confirm.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { Loading, LoadingFields, LoadingRows, LoadingSection, LoadingText } from './Loading.tsx'
import { NewOfferCode } from './NewOfferCode.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { dateTime, indiaDay } from './texts.ts'

export function OffersScreen() {
  useTitle('Offers')
  const { state, setValue, retry } = useDeskData(readOfferCodes)
  const { may } = useDesk()
  const [madeName, setMadeName] = useState<string | null>(null)
  const made = state.status === 'ready' ? state.value.codes.find(({ code }) => code === madeName) : undefined
  return (
    <>
      <h1 className="text-3xl">Offers</h1>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingOffers />}
      {state.status === 'ready' && (
        <>
          <SpecialOffer special={state.value.special} />
          <Codes codes={state.value.codes} onChange={setValue} />
          {made && (
            <Notice tone="success" className="mt-8">
              {made.code} is made. Customers enter it at the checkout
              {made.state === 'scheduled' && ` from ${indiaDay(made.validFrom)}`}.
            </Notice>
          )}
          {may('change-offers') && (
            <NewOfferCode
              onMade={(code, offers) => {
                setMadeName(code)
                setValue(offers)
              }}
            />
          )}
        </>
      )}
    </>
  )
}

function LoadingOffers() {
  return (
    <Loading className="mt-3">
      <LoadingText lines={3} />
      <LoadingSection className="mt-10">
        <LoadingRows
          rows={2}
          cells={[['text-base', 'text-base', 'text-sm', 'text-sm', 'text-sm'], ['button']]}
          spacing="gap-x-6 gap-y-1 py-4"
        />
      </LoadingSection>
      <LoadingSection className="mt-12">
        <LoadingFields count={3} className="sm:grid-cols-3" />
      </LoadingSection>
    </Loading>
  )
}

function SpecialOffer({ special: { percent, pieces } }: Pick<OfferCodes, 'special'>) {
  return (
    <p className="mt-3 max-w-prose text-ink-soft">
      The special offer of {percent}% is on {pieces} {pieces === 1 ? 'piece' : 'pieces'}. Its percentage is
      set under{' '}
      <Link to="/rates" className="link">
        Rates
      </Link>
      , its pieces under{' '}
      <Link to="/collection" className="link">
        Collection
      </Link>
      . A code and the special offer do not add up: each piece has the lower price.
    </p>
  )
}

interface CodesProps {
  readonly codes: readonly DeskOfferCode[]
  readonly onChange: (offers: OfferCodes) => void
}

function Codes({ codes, onChange }: CodesProps) {
  return (
    <Section id="codes" title="Codes" titleClassName="text-xl" className="mt-10">
      {codes.length === 0 && (
        <p className="mt-2 text-ink-soft">
          There are none. A code is a word that customers enter for a lower price.
        </p>
      )}
      <ul className="mt-4 border-t border-line empty:hidden">
        {codes.map((code) => (
          <CodeRow key={code.code} code={code} onChange={onChange} />
        ))}
      </ul>
    </Section>
  )
}

const STATE_LABELS: Readonly<Record<DeskOfferCode['state'], string>> = {
  scheduled: 'Not begun',
  running: 'Running',
  ended: 'Ended',
}

function CodeRow({ code, onChange }: { readonly code: DeskOfferCode } & Pick<CodesProps, 'onChange'>) {
  const { send, may } = useDesk()
  const { state, used, ordersMax, createdBy, createdAt } = code
  const isUsedUp = state === 'running' && ordersMax !== null && used >= ordersMax
  const skus = code.appliesTo.filter((key) => !isProductType(key))
  return (
    <li className="grid grid-cols-1 items-start justify-items-start gap-x-6 gap-y-3 border-b border-line py-4 sm:grid-cols-[1fr_auto]">
      <div className="grid grid-cols-1 min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span
            className={classes('min-w-0 font-medium wrap-anywhere', state === 'ended' && 'text-ink-soft')}
          >
            <CodeName>{code.code}</CodeName>
          </span>
          <span
            className={classes(
              'text-sm',
              state === 'running' && !isUsedUp ? 'text-emerald' : 'text-ink-soft',
            )}
          >
            {isUsedUp ? 'Used up' : STATE_LABELS[state]}
          </span>
        </p>
        <p className="break-words">
          {offerTermsText(code)}
          {skus.length > 0 && <Skus skus={skus} />}
        </p>
        <p className="text-sm break-words text-ink-soft">
          {validityText(code)}
          <br />
          {useText(code)}
          <br />
          Made by {createdBy}, {dateTime(createdAt)}
        </p>
      </div>
      {state !== 'ended' && may('change-offers') && (
        <Confirm
          label="End"
          about={code.code}
          title="End this code"
          confirmLabel="End it now"
          onConfirm={() => send(endOfferCode, { body: { code: code.code } })}
          onDone={onChange}
        >
          <p className="font-medium wrap-anywhere">
            <CodeName>{code.code}</CodeName>
          </p>
          <p>
            Nobody can enter it any more, and it cannot begin again. Orders that have its price keep it, also
            those whose payment is under way.
          </p>
        </Confirm>
      )}
    </li>
  )
}

/** Breaks between letters and digits, if a whole line is too short. */
function CodeName({ children: code }: { readonly children: string }) {
  return code.split(/(?<=\D)(?=\d)|(?<=\d)(?=\D)/).map((part, place) => (
    // Parts are never reordered.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** A line breaks only between them. */
function Skus({ skus }: { readonly skus: readonly string[] }) {
  return (
    <span className="text-ink-soft">
      {skus.map((sku, index) => (
        <Fragment key={sku}>
          {' '}
          <span className="inline-block">
            {index === 0 && '('}
            {sku}
            {index === skus.length - 1 ? ')' : ','}
          </span>
        </Fragment>
      ))}
    </span>
  )
}

function validityText({ validFrom, validUntil }: DeskOfferCode): string {
  const first = indiaDay(validFrom)
  if (validUntil === null) return `From ${first}`
  if (validUntil <= validFrom) return `Ended before its first day, ${first}`
  const last = indiaDay(addMs(new Date(validUntil), -1).toISOString())
  return first === last ? `On ${first}` : `${first} to ${last}`
}

function useText({ used, ordersMax, ordersPerCustomerMax }: DeskOfferCode): string {
  const orders = used === 1 ? 'one order' : `${groupDigits(used)} orders`
  const use =
    ordersMax === null
      ? `Used by ${orders}`
      : `Used by ${groupDigits(used)} of ${groupDigits(ordersMax)} orders`
  return ordersPerCustomerMax === null ? use : `${use}, at most ${ordersPerCustomerMax} for each customer`
}
