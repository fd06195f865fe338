import type { MailKind } from './mail-kinds.ts'

/**
 * How long an email may wait behind others: its reader waits for it at the screen, expects it, or doesn't know
 * about it yet.
 */
export const URGENCIES = ['at-once', 'expected', 'whenever'] as const
export type Urgency = (typeof URGENCIES)[number]

const URGENCY_OF: Readonly<Record<MailKind, Urgency>> = {
  'ledger-fault': 'at-once',
  'document-refused': 'at-once',
  'unusual-reading': 'at-once',
  'export-refused': 'at-once',
  'value-refused': 'at-once',
  'job-trouble': 'at-once',
  'sign-up': 'at-once',
  'sign-up-known': 'at-once',
  'password-reset': 'at-once',
  'password-changed': 'at-once',
  'system-email-confirmation': 'at-once',
  'application-code': 'at-once',
  'hand-off-link': 'at-once',
  'sign-in-failures': 'at-once',
  'new-device': 'at-once',
  'session-moved': 'at-once',
  'sign-in-method-changed': 'at-once',
  'recovery-code-used': 'at-once',
  'email-changed': 'at-once',
  'details-changed': 'at-once',
  'account-suspended': 'expected',
  'account-restored': 'expected',
  'role-granted': 'expected',
  'role-removed': 'expected',
  'role-proposed': 'expected',
  'role-proposal-answered': 'expected',
  'data-export-ready': 'expected',
  'verification-submitted': 'expected',
  'verification-approved': 'expected',
  'verification-confirmed': 'expected',
  'verification-action-required': 'expected',
  'verification-rejected': 'expected',
  'verification-reopened': 'expected',
  'verification-withdrawn': 'expected',
  'investor-statement-signed': 'expected',
  'erasure-requested': 'expected',
  'erasure-cancelled': 'expected',
  'erasure-refused': 'expected',
  'account-erased': 'expected',
  'complaint-received': 'expected',
  'complaint-answered': 'expected',
  'bug-report': 'expected',
  'invoice-issued': 'expected',
  'invoice-paid': 'expected',
  'invoice-part-paid': 'expected',
  'invoice-credited': 'expected',
  'invoice-refunded': 'expected',
  'invoice-corrected': 'expected',
  'invoice-voided': 'expected',
  'application-ending': 'whenever',
  'verification-confirm-due': 'whenever',
  'id-document-expiring': 'whenever',
  'investor-statement-ending': 'whenever',
  'investor-statement-ended': 'whenever',
  'beta-invitation': 'whenever',
  'draft-left-alone': 'whenever',
  'invoice-due-soon': 'whenever',
  'invoice-overdue': 'whenever',
}

/** The urgency of a stored kind; one that only another version of the product knows is in the middle. */
export function urgencyOf(kind: string): Urgency {
  return Object.hasOwn(URGENCY_OF, kind) ? URGENCY_OF[kind as MailKind] : 'expected'
}

/** A kind with due emails. */
export interface DueKind {
  kind: string
  /** Their number, as far as it was counted. */
  count: number
}

/** Of this many places each class with emails gets one, so that none waits for ever. */
const PLACES_FOR_ONE = 8

/**
 * Shares out places: to the more urgent classes first, with a few for every class, and within a class to its
 * kinds in turn, so that no kind waits behind another's long queue (security R53). Returns how many of each
 * kind to take.
 */
export function shareOut(due: readonly DueKind[], places: number): Map<string, number> {
  const taken = new Map<string, number>()
  let left = places
  const classes = URGENCIES.map((urgency) => due.filter(({ kind }) => urgencyOf(kind) === urgency))
  const inTurns = (kinds: readonly DueKind[], most: number) => {
    for (let given = 0, before = -1; given < most && given !== before; ) {
      before = given
      for (const { kind, count } of kinds) {
        const has = taken.get(kind) ?? 0
        if (has >= count || left === 0 || given >= most) continue
        taken.set(kind, has + 1)
        left--
        given++
      }
    }
  }
  for (const kinds of classes) inTurns(kinds, Math.ceil(places / PLACES_FOR_ONE))
  for (const kinds of classes) inTurns(kinds, left)
  return taken
}
