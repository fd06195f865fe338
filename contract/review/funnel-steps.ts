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
