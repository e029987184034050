import { Notice, type NoticeTone } from '#app/ui/Notice.tsx'
import type { PaymentProgress } from './use-payment.ts'
import { PaymentUnconfirmed } from './PaymentUnconfirmed.tsx'
import { BANNERS, type PaymentStageName } from './texts.ts'

const TONES: Record<PaymentStageName, NoticeTone> = {
  creating: 'info',
  verifying: 'info',
  success: 'success',
  failed: 'error',
  cancelled: 'info',
}

export function PaymentBanner({ payment }: { readonly payment: PaymentProgress }) {
  if (payment.stage === 'idle')
    return payment.error === null ? null : <Notice tone="error">{payment.error}</Notice>
  if (payment.stage === 'unconfirmed') return <PaymentUnconfirmed {...payment} />
  return (
    <Notice tone={TONES[payment.stage]}>
      <p>{BANNERS[payment.stage]}</p>
      {payment.detail && <p className="text-sm">{payment.detail}</p>}
    </Notice>
  )
}
