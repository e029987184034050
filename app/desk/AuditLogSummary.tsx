import { useState } from 'react'
import { summarizeAuditLog, verifyAuditLog } from '#contract/desk/staff.ts'
import { formatIndiaDate } from '#domain/time.ts'
import { Button } from '#app/ui/Button.tsx'
import { Notice } from '#app/ui/Notice.tsx'
import { useCall } from '#app/state/use-call.ts'
import { useDesk, useDeskData } from './desk-context.ts'
import { Summary } from './Summary.tsx'

interface Outcome {
  readonly tone: 'success' | 'error'
  readonly state: string
  readonly text: string
}

/** Length of the log, today's acts, and whether the log is unaltered. */
export function AuditLogSummary() {
  const { state } = useDeskData(summarizeAuditLog)
  const { verify, isBusy, outcome } = useVerification()
  const summary = state.status === 'ready' ? state.value : null
  return (
    <>
      <Summary
        label="The log"
        facts={[
          {
            label: 'Entries',
            value: summary ? summary.entries.toLocaleString('en-IN') : '…',
            note: summary?.since && `Since ${formatIndiaDate(new Date(summary.since))}`,
          },
          {
            label: 'Today',
            value: summary ? summary.today.acts.toLocaleString('en-IN') : '…',
            note:
              summary && (summary.today.people === 1 ? 'By one person' : `By ${summary.today.people} people`),
          },
          {
            label: 'Chain of hashes',
            value: outcome?.state ?? 'Not verified yet',
            note: (
              <Button variant="secondary" size="sm" busy={isBusy} onClick={verify} className="mt-2">
                {isBusy ? 'Verifying…' : 'Verify'}
              </Button>
            ),
          },
        ]}
      />
      {outcome && (
        <Notice tone={outcome.tone} className="mt-4 wrap-anywhere">
          {outcome.text}
        </Notice>
      )}
    </>
  )
}

function useVerification() {
  const { send } = useDesk()
  const [verified, setVerified] = useState<Outcome | null>(null)
  const { isBusy, error, run } = useCall(
    () => send(verifyAuditLog),
    ({ entries, brokenAt, hash }) =>
      setVerified(
        brokenAt === null
          ? {
              tone: 'success',
              state: 'Whole',
              text: `All ${entries} entries are as they were written. Newest hash: ${hash}`,
            }
          : {
              tone: 'error',
              state: 'Broken',
              text: `Entry ${brokenAt} was changed, or entries before it are missing. Call your operator.`,
            },
      ),
  )
  const outcome: Outcome | null = error ? { tone: 'error', state: 'Not verified', text: error } : verified
  return { verify: () => run(), isBusy, outcome }
}
