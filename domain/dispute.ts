/** A payment that a customer disputes at their bank (chargeback). */
export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** While the bank decides, and once it has taken the money, a refund would return it twice. */
export function blocksRefunds(status: DisputeStatus): boolean {
  return status === 'open' || status === 'under_review' || status === 'lost'
}
