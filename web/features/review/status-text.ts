import type { AdminStatus, CaseKind } from '#contract/verification/cases.ts'

/** What each of a user's two statuses is called. */
export const STATUS_NAMES: Readonly<Record<CaseKind, string>> = {
  consumer: 'KYC status',
  business: 'Business status',
}

/** What setting a status does, for the confirmation (cases, States). */
export const STATUS_EFFECTS: Readonly<Record<AdminStatus, string>> = {
  pending: 'This reopens the case. The applicant can change everything and submit again.',
  submitted: 'The case goes back into the queue for review.',
  approved: 'We’ll verify the applicant and email them.',
  rejected:
    'This closes the case. The applicant gets a neutral email without the reason, and can’t upload anything more.',
}
