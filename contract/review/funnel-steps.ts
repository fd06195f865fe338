// Separate from the schemas: the browser reads these without loading a validation library.

/** The onboarding steps that leave an event, in order; each counts the people who got that far. */
export const FUNNEL_STEPS = [
  'begun',
  'risk_disclosure',
  'id_document',
  'selfie',
  'proof_of_address',
  'submitted',
  'approved',
] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

/**
 * What became of people who came to one step and not to the next: they wait for our decision, it is their turn, we
 * rejected them, or they left.
 */
export const FUNNEL_GAPS = ['waits', 'theirs', 'rejected', 'left'] as const
export type FunnelGap = (typeof FUNNEL_GAPS)[number]

/** Someone whose turn it is has left once nothing has happened for this many days; the first reminder goes then, too. */
export const LEFT_AFTER_DAYS = 7

/** The steps' labels on the staff home and on the list behind it. */
export const FUNNEL_LABELS: Readonly<Record<FunnelStep, string>> = {
  begun: 'Began',
  risk_disclosure: 'Risk disclosure',
  id_document: 'ID document',
  selfie: 'Selfie',
  proof_of_address: 'Proof of address',
  submitted: 'Sent',
  approved: 'Verified',
}
