import { NOTICE_DAYS } from '#contract/account/notices.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import { addMonths, londonDate, londonMidnight, type PlainDate } from '#domain/plain-date.ts'

/** Retention periods after the end of what the data is about; configurable, with the legal periods as defaults. */
export interface RetentionPeriods {
  /** Due diligence on customers, from the end of the relationship (law §3.1: five years). */
  customerYears: number
  /** Data of people who never became customers. */
  applicantMonths: number
}

/** A person's relationship with the platform, as far as retention depends on it. */
export interface Relationship {
  /** Whether a verification was ever approved: due diligence on a customer. */
  wasCustomer: boolean
  /** Whether anything was submitted for verification. */
  hasSubmitted: boolean
  /** Whether an investor statement was signed. */
  hasStatements: boolean
  /** Whether invoices were issued to their client. */
  hasInvoices: boolean
}

/** Why data is retained: of a customer, of someone who only applied, or none, because no law requires it. */
export type RetentionGround = 'customer' | 'applicant' | 'none'

/** Returns why a person's data is retained after the relationship, if it is. */
export function retentionGround({ wasCustomer, hasSubmitted, hasStatements }: Relationship): RetentionGround {
  if (wasCustomer) return 'customer'
  return hasSubmitted || hasStatements ? 'applicant' : 'none'
}

/**
 * Returns until when data is retained, counted in calendar years or months from the London day on which the
 * relationship ended; from that instant it must be deleted (law §3.1). Null if nothing is retained.
 */
export function retainUntil(ground: RetentionGround, endedAt: Date, periods: RetentionPeriods): Date | null {
  if (ground === 'none') return null
  const months = ground === 'customer' ? 12 * periods.customerYears : periods.applicantMonths
  return londonMidnight(addMonths(londonDate(endedAt), months))
}

/** Tax law requires invoices for six years after the end of the year they belong to. */
const INVOICE_YEARS = 6
/** Minimum years for which answered requests and complaints prove that they were answered. */
export const PROOF_YEARS = 5

/** Something retained after an erasure, until when and why. */
export interface RetainedData {
  what: string
  until: string
  why: string
}

/** What an erasure deletes at once, and what the law requires to be retained. */
export interface ErasureOutcome {
  goes: string[]
  kept: RetainedData[]
}

/** When an erasure is carried out, or by when at the latest while that isn't known. */
export type ErasureEnd = { at: Date } | { by: Date }

/** Returns what an erasure deletes and what it leaves (security R58). */
export function erasurePlan(
  relationship: Relationship,
  end: ErasureEnd,
  periods: RetentionPeriods,
  dateStyle: DateStyle,
): ErasureOutcome {
  const ground = retentionGround(relationship)
  const endedAt = 'by' in end ? end.by : end.at
  const dateText = (day: Date | PlainDate) =>
    `${dayText(day, dateStyle)}${'by' in end ? ' at the latest' : ''}`
  const until = retainUntil(ground, endedAt, periods)
  const goes = [
    'Your account: name, email addresses, picture, company and user type',
    'Where and when you signed in',
    'Answers and documents you haven’t submitted',
    'Emails and notices we sent you, and copies of your data that you asked for',
  ]
  if (ground === 'none') goes.push('Everything you accepted, such as the risk disclosure')
  const kept: RetainedData[] = []
  if (until) {
    const lastDay = dateText(until)
    if (relationship.hasSubmitted)
      kept.push({
        what: 'What you submitted to be verified, with its documents and our decision',
        until: lastDay,
        why: whyDueDiligence(ground),
      })
    kept.push({
      what: 'Statements and disclosures you accepted',
      until: lastDay,
      why: 'They prove what was agreed, also in a dispute.',
    })
  }
  if (relationship.hasInvoices)
    kept.push({
      what: 'Invoices and payments',
      until: `${INVOICE_YEARS} years after each of them`,
      why: 'Tax law requires us to keep them.',
    })
  kept.push({
    what: 'The log of what happened and when, and your requests to us, under your account number',
    until: dateText(addMonths(londonDate(endedAt), 12 * Math.max(PROOF_YEARS, periods.customerYears))),
    why: 'It proves that we followed the law, including for this request.',
  })
  return { goes, kept }
}

function whyDueDiligence(ground: RetentionGround): string {
  return ground === 'customer'
    ? 'The Money Laundering Regulations 2017 (regulation 40) require us to keep it after the relationship ends.'
    : 'It shows that we checked an application properly, and protects against fraud.'
}

/** Days for which data that is no longer needed is stored (security R59). */
export const RETENTION_DAYS = {
  lapsedSession: 1,
  abandonedApplication: 90,
  mailBody: 90,
  signIn: 365,
  bugReport: 365,
  invitation: 365,
  notice: NOTICE_DAYS,
  /**
   * Longer than Stripe repeats an event, and than it stores one for a replay: delivered twice, it still takes effect
   * once.
   */
  stripeEvent: 90,
  /** Stopped work; no longer than the text of a mail that could be sent again. */
  deadLetter: 90,
} as const
