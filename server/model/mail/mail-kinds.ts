import type { LeafLine } from '#contract/verification/leaf.ts'
import type { Removal } from '#domain/cases/removed-people.ts'

/** What a person has to correct before the case can continue (cases, Reasons). */
export interface ItemToCorrect {
  /** Such as "Proof of address". */
  label: string
  /** Each problem in one sentence, with another that says how to correct it. */
  reasons: readonly { problem: string; remedy: string }[]
  /** Where to correct it, a path of this product. */
  path: string
}

/** The facts about an invoice in an email. */
export interface InvoiceMail {
  name: string | null
  /** The invoice number. */
  label: string
  /** Formatted, such as £4,250.00. */
  amount: string
  /** What is left to pay afterwards; null if nothing. */
  stillDue: string | null
  /** The part of a credit note that was paid already, and was sent back with it. */
  sentBack?: string
  /** The day on which a recorded payment was received, such as 2026-03-01, if it was an earlier one. */
  receivedOn?: string
  dueAt: Date | null
  projectName: string | null
  /** Where to read and pay it, a path of this product. */
  path: string
}

/** What an erasure deletes and keeps, in words. */
export interface ErasureText {
  goes: string[]
  kept: { what: string; until: string; why: string }[]
}

/** A line of the leaf in an email about a decision. */
export type MailLine = Pick<LeafLine, 'key' | 'label' | 'state'>

/** What every email about a verification needs. */
export interface Application {
  name: string | null
  applicationId: string
  /** The company being verified; null if it is the person. */
  company: string | null
}

/** Every kind of email with its data. Paths begin with `/` and are completed with the public URL. */
export interface MailProps {
  /** To an address that someone signs up with; they can't choose any of its text. */
  'sign-up': { code: string; codeMinutes: number; path: string; linkHours: number }
  /** The same, if the address has an account. */
  'sign-up-known': { name: string | null }
  'password-reset': { name: string | null; path: string; expiresInMinutes: number }
  /** After a reset by the mailed link: someone else may read the mailbox. */
  'password-changed': { name: string | null; device: string; at: Date }
  /**
   * Consecutive wrong passwords, or wrong codes after the right password; `what` is absent in emails from
   * before there were codes.
   */
  'sign-in-failures': { name: string | null; failures: number; what?: 'password' | 'code' }
  /** `atProvider`: the password belongs to an external provider. */
  'new-device': { name: string | null; device: string; at: Date; atProvider?: boolean }
  /** A session of `device` was used by `other` and ended. */
  'session-moved': { name: string | null; device: string; other: string; at: Date }
  /** `passkey`: its name. */
  'sign-in-method-changed': {
    name: string | null
    change: 'passkey-added' | 'passkey-removed' | 'app-added' | 'app-removed' | 'recovery-codes-made'
    passkey: string | null
    device: string
    at: Date
  }
  'recovery-code-used': { name: string | null; left: number; device: string; at: Date }
  'system-email-confirmation': { name: string | null; path: string; expiresInHours: number }
  /** To an address that a visitor gave; they can't choose any of its text. */
  'application-code': { code: string; expiresInMinutes: number }
  /** `photos`: what the phone is asked for, such as "ID front (passport)". */
  'hand-off-link': { name: string | null; path: string; photos: string[]; expiresAt: Date }
  /** To a visitor with a proven address but no account yet. */
  'application-ending': { isSubmitted: boolean; isCompany: boolean; keptUntil: Date; path: string }
  /** To the former address; it names the new one, because its owner requested it here. */
  'email-changed': { name: string | null; newEmail: string }
  /** To all of the person's addresses, including the former one; `what` as in "your phone number". */
  'details-changed': { name: string | null; what: string; before: string; after: string; isEmail: boolean }
  'account-suspended': { name: string | null }
  'account-restored': { name: string | null }
  /** `by`: the super admin who did it; null if it was done on the server. */
  'role-granted': { name: string | null; role: string; by: string | null }
  /** `left`: the person's remaining role, if any. */
  'role-removed': { name: string | null; role: string; left: string | null; by: string | null }
  /** To every other super admin: `by` proposed `person` and can't confirm it. */
  'role-proposed': { name: string | null; person: string; by: string | null; expiresAt: Date; path: string }
  /** To the proposer. */
  'role-proposal-answered': { name: string | null; person: string; by: string | null; isConfirmed: boolean }
  /** To every super admin: verifying the audit log found these faults. */
  'ledger-fault': { name: string | null; faults: string[]; more: number; at: Date; path: string }
  /** To every super admin: a stored document isn't the one that was uploaded, and why. */
  'document-refused': {
    name: string | null
    file: string
    documentId: string
    fault: string
    at: Date
    path: string
  }
  /** To every super admin: `reader` did `what`, as in "opened documents of 61 people within an hour". */
  'unusual-reading': { name: string | null; reader: string; what: string; at: Date; path: string }
  /** To every super admin: the copy of a person's data isn't the one that was created. */
  'export-refused': { name: string | null; exportId: string; at: Date; path: string }
  /** To every super admin: a stored value, such as "a birth date", isn't the one that was saved. */
  'value-refused': { name: string | null; what: string; place: string; at: Date; path: string }
  'data-export-ready': { name: string | null; path: string; expiresAt: Date }
  /**
   * `sentAgain`: the names of the lines that were sent again, null for a first submission; `removal`: who was removed from a
   * company, and whom we look at again because of that, absent in emails of former releases; `next`: what the applicant still has to
   * do, a path of this product; null if nothing.
   */
  'verification-submitted': Application & {
    dueAt: Date
    sentAgain: readonly string[] | null
    removal?: Removal<string> | null
    next: { title: string; text: string; action: string; path: string } | null
  }
  'verification-approved': Application & { lines: readonly MailLine[] }
  'verification-action-required': Application & { lines: readonly MailLine[]; items: ItemToCorrect[] }
  'verification-rejected': Application
  'verification-reopened': Application
  'verification-withdrawn': Application
  /** Only people are asked, because their ID document has expired or staff request it. */
  'verification-confirm-due': Omit<Application, 'company'> & { confirmBy: Date; hasExpired: boolean }
  /** `expiresOn`: when the ID runs out, after which they are asked again, as written in a letter; null if it has no such day. */
  'verification-confirmed': Omit<Application, 'company'> & { expiresOn: string | null }
  /** The date as written in a letter. */
  'id-document-expiring': { name: string | null; expiresOn: string; daysLeft: number }
  /** `statement`: its title; dates as written in a letter. */
  'investor-statement-signed': { name: string | null; statement: string; signedOn: string; endsOn: string }
  'investor-statement-ending': { name: string | null; statement: string; endsOn: string; daysLeft: number }
  /** `nowCounts`: the title of another statement that is in force from now on. */
  'investor-statement-ended': {
    name: string | null
    statement: string
    endsOn: string
    nowCounts: string | null
  }
  /** Paths below `/api` count opens and clicks; a null pixel counts nothing. */
  'beta-invitation': {
    name: string | null
    path: string
    pixelPath: string | null
    unsubscribePath: string
    expiresAt: Date
  }
  'draft-left-alone': {
    name: string | null
    isCompany: boolean
    path: string
    savedAt: Date
    /** When the answers are deleted. */
    keptUntil: Date
    stopPath: string
  }
  'erasure-requested': { name: string | null; dueAt: Date; plan: ErasureText }
  'erasure-cancelled': { name: string | null }
  'erasure-refused': { name: string | null; answer: string }
  /** The last email that someone gets. `isAsked` is false if the account was unused for too long. */
  'account-erased': { name: string | null; plan: ErasureText; isAsked: boolean }
  'complaint-received': { name: string | null; reference: string; dueAt: Date }
  'complaint-answered': { name: string | null; reference: string; answer: string }
  /** To support. The reporter's text is always treated as plain text. */
  'bug-report': {
    reportId: number
    description: string
    at: Date
    pagePath: string | null
    userId: number | null
    userAgent: string | null
  }
  /** To super admins: what is wrong with a job and what to do; null when it is over. */
  'job-trouble': {
    name: string | null
    job: string
    trouble: { what: string; todo: string } | null
    path: string
  }
  'invoice-issued': InvoiceMail
  'invoice-due-soon': InvoiceMail
  'invoice-overdue': InvoiceMail
  'invoice-paid': InvoiceMail
  'invoice-part-paid': InvoiceMail
  'invoice-credited': InvoiceMail
  'invoice-refunded': InvoiceMail
  'invoice-corrected': InvoiceMail
  'invoice-voided': InvoiceMail
}

export type MailKind = keyof MailProps

/** Kinds whose code or link expires soon: the reader requests a new one, and a late email helps no one. */
export const LAPSING_KINDS: ReadonlySet<string> = new Set<MailKind>([
  'sign-up',
  'sign-up-known',
  'password-reset',
  'system-email-confirmation',
  'application-code',
  'hand-off-link',
])
