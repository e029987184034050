/** Tells shoppers that the sandbox replaces a provider, or that the gateway's keys are test keys. */
import { useConfig } from '#app/state/config.ts'
import type { PublicConfig } from '#contract/config.ts'

type Provider = PublicConfig['sandboxed'][number]

const TEXTS: Record<Provider, string> = {
  razorpay: 'Test mode: no money moves',
  shiprocket: 'Test mode: couriers and their rates are made up',
  google: 'Test mode: the Google accounts are made up',
  mail: 'Test mode: mails stay on this machine',
}

export function TestModeNotice({ provider }: { readonly provider: Provider }) {
  const config = useConfig()
  const isTest = config?.sandboxed.includes(provider) || (provider === 'razorpay' && config?.hasTestPayments)
  if (!config || !isTest) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 border border-dashed border-line-strong px-4 py-2.5 text-sm text-ink-soft">
      {TEXTS[provider]}
      {provider === 'mail' && config.mailboxUrl && (
        <a href={config.mailboxUrl} className="link -my-2.5 inline-flex min-h-11 items-center text-ink">
          Open the mailbox
        </a>
      )}
    </p>
  )
}
