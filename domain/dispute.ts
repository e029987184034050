/** A payment that a customer disputes at their bank (chargeback). */
export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** While the bank decides, a refund could return the money twice. A lost dispute has returned its amount. */
export function blocksRefunds(status: DisputeStatus): boolean {
  return !isDecided(status)
}

/** A report of an earlier status can arrive later. */
export function isDecided(status: DisputeStatus): boolean {
  return status === 'won' || status === 'lost' || status === 'closed'
}
