import type { LeafLine } from '#contract/verification/leaf.ts'

/** What a person has to correct before the case can continue (cases, Reasons). */
export interface ItemToCorrect {
  /** Such as "Proof of address". */
  label: string
  /** Each thing that is wrong, one sentence, with one that says how to do it right. */
  reasons: readonly { problem: string; remedy: string }[]
  /** Where to correct it, a path of this product. */
  path: string
}

/** What a mail about an invoice says of it. */
export interface InvoiceMail {
  name: string | null
  /** Its number. */
  label: string
  /** As people read it, such as £4,250.00. */
  amount: string
  /** What is left to pay after it; null where that is nothing. */
  stillDue: string | null
  dueAt: Date | null
  projectName: string | null
  /** Where it can be read and paid, a path of this product. */
  path: string
}

/** What an erasure takes away and leaves, in words. */
export interface ErasureText {
  goes: string[]
  kept: { what: string; until: string; why: string }[]
}

/** A line of the leaf that a mail of a decision shows. */
export type MailLine = Pick<LeafLine, 'key' | 'label' | 'state'>

/** What every mail about a verification knows. */
export interface Application {
  name: string | null
  applicationId: string
  /** The company that is verified; null where it is the person. */
  company: string | null
}

/** Every mail and what it needs to know. Paths begin with `/` and are completed with the public address. */
export interface MailProps {
  /** To an address that someone signs up with; nothing in it is theirs to choose. */
  'sign-up': { code: string; codeMinutes: number; path: string; linkHours: number }
  /** The same, where the address has an account. */
  'sign-up-known': { name: string | null }
  'password-reset': { name: string | null; path: string; expiresInMinutes: number }
  /** Wrong passwords in a row, or wrong codes after the right password; `what` is absent in mails from before there were codes. */
  'sign-in-failures': { name: string | null; failures: number; what?: 'password' | 'code' }
  /** `atProvider`: the password is kept by another provider than ours. */
  'new-device': { name: string | null; device: string; at: Date; atProvider?: boolean }
  /** A session of `device` was brought by `other` and ended. */
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
  /** To an address that a visitor gave; nothing in it is theirs to choose. */
  'application-code': { code: string; expiresInMinutes: number }
  /** `photos`: what the phone is asked for, as in "ID front". */
  'hand-off-link': { name: string | null; path: string; photos: string[]; expiresAt: Date }
  /** To a visitor whose address is proven and who has no account yet. */
  'application-ending': { isSubmitted: boolean; isCompany: boolean; keptUntil: Date; path: string }
  /** To the former address; the new one is named, because its owner asked for it here. */
  'email-changed': { name: string | null; newEmail: string }
  /** To every address of the person, the former one included; `what` as in "your phone number". */
  'details-changed': { name: string | null; what: string; before: string; after: string; isEmail: boolean }
  'account-suspended': { name: string | null }
  'account-restored': { name: string | null }
  /** `by`: the super admin who did it; null where it was done on the machine itself. */
  'role-granted': { name: string | null; role: string; by: string | null }
  /** `left`: the role that the person keeps, if any. */
  'role-removed': { name: string | null; role: string; left: string | null; by: string | null }
  /** To every other super admin: `person` is proposed by `by`, who cannot confirm it. */
  'role-proposed': { name: string | null; person: string; by: string | null; expiresAt: Date; path: string }
  /** To the one who proposed. */
  'role-proposal-answered': { name: string | null; person: string; by: string | null; isConfirmed: boolean }
  /** To every super admin: a check of the audit log found these. */
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
  /** To every super admin: the copy of a person's data isn't the one that was made. */
  'export-refused': { name: string | null; exportId: string; at: Date; path: string }
  /** To every super admin: a stored value, such as "a birth date", isn't the one that was saved. */
  'value-refused': { name: string | null; what: string; place: string; at: Date; path: string }
  'data-export-ready': { name: string | null; path: string; expiresAt: Date }
  /** `next`: what is still for the applicant to do, a path of this product; null where it is nothing. */
  'verification-submitted': Application & {
    dueAt: Date
    next: { title: string; text: string; action: string; path: string } | null
  }
  'verification-approved': Application & { lines: readonly MailLine[] }
  'verification-action-required': Application & { lines: readonly MailLine[]; items: ItemToCorrect[] }
  'verification-rejected': Application
  'verification-reopened': Application
  'verification-withdrawn': Application
  /** Only people are asked, because their ID document has expired or staff ask them to. */
  'verification-confirm-due': Omit<Application, 'company'> & { confirmBy: Date; hasExpired: boolean }
  /** The day as it is written in a letter. */
  'id-document-expiring': { name: string | null; expiresOn: string; daysLeft: number }
  /** `statement`: its title; days as they are written in a letter. */
  'investor-statement-signed': { name: string | null; statement: string; signedOn: string; endsOn: string }
  'investor-statement-ending': { name: string | null; statement: string; endsOn: string; daysLeft: number }
  /** `nowCounts`: the title of another statement that is held and counts from now on. */
  'investor-statement-ended': {
    name: string | null
    statement: string
    endsOn: string
    nowCounts: string | null
  }
  /** Paths that begin with `/api` count what is done with the mail; a null pixel counts nothing. */
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
  /** The last mail that someone gets. `isAsked` is false where the account was unused for too long. */
  'account-erased': { name: string | null; plan: ErasureText; isAsked: boolean }
  'complaint-received': { name: string | null; reference: string; dueAt: Date }
  'complaint-answered': { name: string | null; reference: string; answer: string }
  /** To support. What the reporter wrote is text, whatever it looks like. */
  'bug-report': {
    reportId: number
    description: string
    at: Date
    pagePath: string | null
    userId: number | null
    userAgent: string | null
  }
  /** To super admins: what is wrong with a job and what to do; null where it is over. */
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
}

export type MailKind = keyof MailProps

/** Kinds whose code or link soon lapses: their reader asks for a new one, and a late one helps no one. */
export const LAPSING_KINDS: ReadonlySet<string> = new Set<MailKind>([
  'sign-up',
  'sign-up-known',
  'password-reset',
  'system-email-confirmation',
  'application-code',
  'hand-off-link',
])
