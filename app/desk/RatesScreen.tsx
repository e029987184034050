import { useState } from 'react'
import { readDrafts } from '#contract/desk/editions.ts'
import { readRates, type Rates } from '#contract/desk/rates.ts'
import { formatRate } from '#domain/edition-diff.ts'
import { PRICING_PARAMETER_FIELDS, PRICING_PARAMETER_NAMES } from '#domain/rates.ts'
import { newId } from '#app/state/new-id.ts'
import { SelectField } from '#app/ui/Field.tsx'
import { Section } from '#app/ui/Section.tsx'
import { useDesk, useDeskData, useTitle } from './desk-context.ts'
import { DRAFT_OUTCOME_TEXT, Drafts, type DraftOutcome } from './Drafts.tsx'
import { GstNote } from './GstNote.tsx'
import { Loading, LoadingFields, LoadingRows, LoadingSection } from './Loading.tsx'
import { NewRates, OUTCOME_TEXT } from './NewRates.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import { RateChart } from './RateChart.tsx'
import { RollBack, type RollBackOutcome } from './RollBack.tsx'
import { dateTime } from './texts.ts'

interface Outcome {
  readonly text: string
  /** A second outcome with the same text is announced too. */
  readonly id: string
}

export function RatesScreen() {
  useTitle('Rates')
  const { may } = useDesk()
  const { state, setValue, retry } = useDeskData(readRates)
  const drafts = useDeskData(readDrafts)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const mayPublish = may('publish-collection')
  const reload = () => {
    setOutcome(null)
    retry()
    drafts.retry()
  }
  const show = (text: string) => setOutcome({ text, id: newId() })
  const onRolledBack = (rolledBack: RollBackOutcome) => {
    reload()
    show(OUTCOME_TEXT[rolledBack === 'published' ? 'rolled back' : rolledBack])
  }
  const onDraft = (changed: DraftOutcome) => {
    reload()
    show(DRAFT_OUTCOME_TEXT[changed])
  }
  const waiting =
    drafts.state.status === 'ready'
      ? drafts.state.value.drafts.filter(({ isOfRatesOnly }) => isOfRatesOnly)
      : []
  return (
    <>
      <h1 className="text-3xl">Rates</h1>
      {state.status === 'failed' && <NotLoaded onRetry={retry} />}
      {state.status === 'loading' && <LoadingRates />}
      {state.status === 'ready' && (
        <>
          {outcome && (
            <OutcomeNotice key={outcome.id} className="mt-4">
              {outcome.text}
            </OutcomeNotice>
          )}
          {mayPublish ? (
            <NewRates
              key={state.value.edition}
              current={state.value}
              onOutdated={reload}
              onDone={(result) => {
                show(OUTCOME_TEXT[result.outcome])
                setValue(result.rates)
                drafts.retry()
              }}
            />
          ) : (
            <>
              <CurrentRates current={state.value} />
              <GstNote rates={state.value.rates} />
            </>
          )}
          {waiting.length > 0 && (
            <Section id="waiting" title="Waiting" className="mt-10">
              <Drafts drafts={waiting} onChange={onDraft} />
            </Section>
          )}
          <History current={state.value} onRollBack={mayPublish ? onRolledBack : null} />
        </>
      )}
    </>
  )
}

function LoadingRates() {
  return (
    <Loading className="mt-6">
      <LoadingFields
        count={PRICING_PARAMETER_NAMES.length}
        className="grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] sm:grid-cols-2 lg:grid-cols-3"
      />
      <LoadingSection className="mt-12">
        <LoadingRows rows={4} cells={[['text-base', 'text-sm']]} />
      </LoadingSection>
    </Loading>
  )
}

function CurrentRates({ current }: { readonly current: Rates }) {
  return (
    <dl className="mt-6 grid grid-cols-1 max-w-2xl border-t border-line">
      {current.rates.map(({ name, value, since }) => (
        <div
          key={name}
          className="grid grid-cols-[1fr_auto] gap-x-6 border-b border-line py-3 sm:grid-cols-[10rem_1fr_auto]"
        >
          <dt>{PRICING_PARAMETER_FIELDS[name].label}</dt>
          <dd className="figures text-right sm:text-left">{formatRate(name, value)}</dd>
          <dd className="col-span-full text-sm text-ink-soft sm:col-auto">
            {since !== null && `since ${dateTime(since)}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function byLine({ publishedBy, draftedBy }: Rates['history'][number]): string {
  return draftedBy === null || draftedBy === publishedBy
    ? publishedBy
    : `${publishedBy}, from a draft of ${draftedBy}`
}

/** `next` is the following one. */
function heldText(
  { publishedAt }: Rates['history'][number],
  next: Rates['history'][number] | undefined,
): string {
  return next === undefined
    ? `Since ${dateTime(publishedAt)}`
    : `From ${dateTime(publishedAt)} until ${dateTime(next.publishedAt)}`
}

interface HistoryProps {
  readonly current: Rates
  /** Null if the role does not include it. */
  readonly onRollBack: ((outcome: RollBackOutcome) => void) | null
}

function History({ current: { edition, history }, onRollBack }: HistoryProps) {
  const [name, setName] = useState<(typeof PRICING_PARAMETER_NAMES)[number]>('gold')
  const [now] = useState(() => new Date().toISOString())
  const points = history
    .map(({ publishedAt, values }) => ({ at: publishedAt, value: values[name] }))
    .toReversed()
  return (
    <Section id="history" title="History" titleClassName="mb-4 text-xl" className="mt-12">
      <SelectField
        label="Rate"
        name="rate"
        value={name}
        className="mb-4 max-w-xs"
        onChange={(event) => {
          const chosen = PRICING_PARAMETER_NAMES.find((each) => each === event.currentTarget.value)
          if (chosen) setName(chosen)
        }}
        options={PRICING_PARAMETER_NAMES.map((value) => ({
          value,
          label: PRICING_PARAMETER_FIELDS[value].label,
        }))}
      />
      <RateChart name={name} points={points} until={now} />
      <ol className="mt-6 border-t border-line">
        {history.map((entry, place) => (
          <li
            key={entry.edition}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
          >
            <div className="min-w-0">
              <p>
                <span className="figures">{formatRate(name, entry.values[name])}</span>
                <span className="text-ink-soft"> · edition {entry.edition}</span>
              </p>
              <p className="text-sm break-words text-ink-soft">
                {heldText(entry, history[place - 1])}. Published by {byLine(entry)}: {entry.reason}
              </p>
            </div>
            {onRollBack && entry.edition !== edition && (
              <RollBack edition={entry.edition} onDone={onRollBack} />
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
