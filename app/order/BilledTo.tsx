import type { BusinessBuyer } from '#domain/tax-identity.ts'

interface BilledToProps {
  readonly business: BusinessBuyer
  readonly className?: string
}

export function BilledTo({ business, className }: BilledToProps) {
  return (
    <section className={className}>
      <h2 className="overline-text font-sans text-ink-soft">Billed to</h2>
      <p className="mt-1 break-words">
        {business.name}
        <br />
        GSTIN <span className="figures">{business.gstin}</span>
      </p>
    </section>
  )
}
