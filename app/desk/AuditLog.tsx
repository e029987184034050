import { useState } from 'react'
import { readAuditLog, readOlderEntries, verifyAuditLog, type AuditLogPage } from '#contract/desk/staff.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useDesk, useTitle } from './desk-context.ts'
import { PagedList } from './PagedList.tsx'
import { dateTime, errorText } from './texts.ts'

export function AuditLog() {
  useTitle('Audit log')
  const { send } = useDesk()
  return (
    <>
      <h1 className="text-3xl">Audit log</h1>
      <p className="mt-3 max-w-prose text-ink-soft">
        Every act at the desk. Entries cannot be changed; each carries the hash of the one before.
      </p>
      <Verify />
      <div className="mt-6">
        <PagedList
          load={async (olderThan: AuditLogPage['olderThan'] | null, signal) => {
            const params = { number: String(olderThan) }
            const result = olderThan
              ? await send(readOlderEntries, { params, signal })
              : await send(readAuditLog, { signal })
            return result.ok
              ? { ok: true, value: { items: result.value.entries, next: result.value.olderThan } }
              : result
          }}
          emptyText="Nothing has been done at the desk yet."
          moreLabel="Older entries"
        >
          {(entries) => (
            <ol className="border-t border-line">
              {entries.map((entry) => (
                <Entry key={entry.number} entry={entry} />
              ))}
            </ol>
          )}
        </PagedList>
      </div>
    </>
  )
}

function Entry({ entry }: { readonly entry: AuditLogPage['entries'][number] }) {
  const { number, at, actor, act, subject, before, after, ip } = entry
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3 md:grid-cols-[4rem_12rem_1fr]">
      <p className="figures text-sm text-ink-soft">{number}</p>
      <p className="text-sm text-ink-soft">
        <time dateTime={at}>{dateTime(at)}</time>
        {ip && <span className="block">{ip}</span>}
      </p>
      <div className="min-w-0">
        <p className="break-words">
          {actor} <strong className="font-medium">{act}</strong>
          {subject !== actor && ` ${subject}`}
        </p>
        {(before ?? after) && (
          <p className="text-sm break-words text-ink-soft">
            {[before, after]
              .filter((state) => state !== null)
              .map(stateText)
              .join(' → ')}
          </p>
        )}
      </div>
    </li>
  )
}

function stateText(state: Readonly<Record<string, unknown>>): string {
  return Object.entries(state)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

function Verify() {
  const { send } = useDesk()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ tone: 'success' | 'error'; text: string } | null>(null)
  const verify = async () => {
    setBusy(true)
    const result = await send(verifyAuditLog)
    setBusy(false)
    if (!result.ok) return setOutcome({ tone: 'error', text: errorText(result.error) })
    const { entries, brokenAt, hash } = result.value
    setOutcome(
      brokenAt === null
        ? { tone: 'success', text: `All ${entries} entries are as they were written. Newest hash: ${hash}` }
        : {
            tone: 'error',
            text: `Entry ${brokenAt} was changed, or entries before it are missing. Call whoever runs the server.`,
          },
    )
  }
  return (
    <div className="mt-5 grid justify-items-start gap-4">
      <Button variant="secondary" size="sm" busy={isBusy} onClick={() => void verify()}>
        {isBusy ? 'Verifying…' : 'Verify'}
      </Button>
      {outcome && (
        <Notice tone={outcome.tone} className="w-full break-all">
          {outcome.text}
        </Notice>
      )}
    </div>
  )
}
