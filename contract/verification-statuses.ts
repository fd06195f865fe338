/** The one vocabulary behind every badge of a verification (decisions §3). */
export const VERIFICATION_WORDS = [
  'not_started',
  'pending',
  'submitted',
  'under_review',
  'approved',
  'rejected',
  'unknown',
] as const
export type VerificationWord = (typeof VERIFICATION_WORDS)[number]

/** Every spelling that may arrive, in lower case with underscores; approved and verified are one thing (decisions §3). */
const SYNONYMS: Readonly<Record<Exclude<VerificationWord, 'unknown'>, readonly string[]>> = {
  not_started: ['', 'not_started', 'none'],
  pending: ['pending', 'pending_verification', 'pending_submission', 'draft', 'withdrawn', 'expired'],
  submitted: ['submitted'],
  under_review: ['under_review', 'in_review', 'awaiting_second_approval'],
  approved: ['approved', 'verified', 'reverification_due'],
  rejected: ['rejected', 'verification_failed', 'failed', 'action_required', 'needs_resubmission'],
}

const WORD_OF = new Map<string, VerificationWord>()
for (const word of VERIFICATION_WORDS) {
  if (word !== 'unknown') for (const synonym of SYNONYMS[word]) WORD_OF.set(synonym, word)
}

/** The word for a status as it arrives, in any case, with spaces, hyphens or underscores; absent is not started. */
export function verificationWord(raw: string | null | undefined): VerificationWord {
  const key = (raw ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return WORD_OF.get(key) ?? 'unknown'
}

/** Colour families and icons of the design's status table, by lucide name (design §3). */
export interface StatusLook {
  label: string
  tone: 'neutral' | 'yellow' | 'blue' | 'green' | 'red'
  icon: string
}

/** Badges of the account and admin areas (account-admin §4). */
const BADGES: Readonly<Record<VerificationWord, StatusLook>> = {
  not_started: { label: 'Not Started', tone: 'neutral', icon: 'circle-dashed' },
  pending: { label: 'Pending Verification', tone: 'yellow', icon: 'clock' },
  submitted: { label: 'Submitted', tone: 'blue', icon: 'send' },
  under_review: { label: 'Under Review', tone: 'blue', icon: 'search-check' },
  approved: { label: 'Verified', tone: 'green', icon: 'circle-check' },
  rejected: { label: 'Verification Failed', tone: 'red', icon: 'circle-x' },
  unknown: { label: 'Unknown', tone: 'neutral', icon: 'circle-question-mark' },
}

/** The status as the verification page words it for the applicant (onboarding §4, cases.md). */
const PAGE: Readonly<Record<VerificationWord, StatusLook>> = {
  not_started: { label: 'Not Started', tone: 'neutral', icon: 'circle-dashed' },
  pending: { label: 'Pending Submission', tone: 'yellow', icon: 'clock' },
  submitted: { label: 'Submitted', tone: 'blue', icon: 'send' },
  under_review: { label: 'Under Review', tone: 'blue', icon: 'search-check' },
  approved: { label: 'Approved', tone: 'green', icon: 'circle-check' },
  rejected: { label: 'Action Required', tone: 'red', icon: 'circle-alert' },
  unknown: { label: 'Unknown', tone: 'neutral', icon: 'circle-question-mark' },
}

/** The badge for a raw status; an unknown one shows its raw text (account-admin §4). */
export function verificationBadge(raw: string | null | undefined): StatusLook {
  const word = verificationWord(raw)
  return word === 'unknown' && raw ? { ...BADGES.unknown, label: raw } : BADGES[word]
}

/** The same status on the verification page, where an unknown one reads Unknown (onboarding §4). */
export function verificationPageStatus(raw: string | null | undefined): StatusLook {
  return PAGE[verificationWord(raw)]
}
