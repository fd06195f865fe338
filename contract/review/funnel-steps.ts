// Apart from the schemas: the browser reads these without a library to check them.

/** The steps of a person's onboarding that leave an event, in their order; each counts who came so far. */
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

/** What each step is called on the staff home and on the list behind it. */
export const FUNNEL_LABELS: Readonly<Record<FunnelStep, string>> = {
  begun: 'Began',
  risk_disclosure: 'Risk disclosure',
  id_document: 'ID document',
  selfie: 'Selfie',
  proof_of_address: 'Proof of address',
  submitted: 'Sent',
  approved: 'Verified',
}
