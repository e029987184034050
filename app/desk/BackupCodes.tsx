import { SHOP } from '#domain/shop.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'

interface BackupCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** Shown only once. */
export function BackupCodes({ codes, onKept }: BackupCodesProps) {
  return (
    <section aria-labelledby="backup-codes" className="grid grid-cols-1 gap-5">
      <h2 id="backup-codes" className="text-xl">
        Your backup codes
      </h2>
      <p>
        Each opens the desk of {SHOP.name} once, with your password, when you do not have your phone. They are
        shown only now: print them, or write them down, and keep them where nobody else looks.
      </p>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-6 gap-y-2 border border-line bg-raised p-5">
        {codes.map((code) => (
          <li key={code}>
            <code className="whitespace-nowrap">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={onKept}>I have kept them</Button>
        <Button variant="secondary" onClick={() => print()}>
          <Icon name="print" className="size-5" /> Print
        </Button>
      </div>
    </section>
  )
}
