import { NOTICE_DAYS } from '#contract/account/notices.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { dayText } from '#domain/date-text.ts'
import { addMonths, londonDate, londonMidnight } from '#domain/plain-date.ts'

/** How long records outlive what they are about; configuration, with the law's own periods as its defaults. */
export interface RetentionPeriods {
  /** Due diligence on customers, from the end of the relationship (law §3.1: five years). */
  customerYears: number
  /** What people gave who never became customers. */
  applicantMonths: number
}

/** What a person is to the platform, as far as keeping their records depends on it. */
export interface Relationship {
  /** A verification was approved at some time: due diligence on a customer. */
  wasCustomer: boolean
  /** Something was handed in for verification. */
  hasSubmitted: boolean
  /** An investor statement was signed. */
  hasStatements: boolean
  /** Invoices were written to their client. */
  hasInvoices: boolean
}

/** Whose records they are: of a customer, of someone who only applied, or of no one whose records the law wants. */
export type RetentionGround = 'customer' | 'applicant' | 'none'

/** Why a person's records are kept after the relationship, if they are. */
export function retentionGround({ wasCustomer, hasSubmitted, hasStatements }: Relationship): RetentionGround {
  if (wasCustomer) return 'customer'
  return hasSubmitted || hasStatements ? 'applicant' : 'none'
}

/**
 * Until when records are kept, counted in calendar years or months from the day in London on which the relationship ended;
 * from that instant on they must go (law §3.1). Null where nothing is to be kept.
 */
export function retainUntil(ground: RetentionGround, endedAt: Date, periods: RetentionPeriods): Date | null {
  if (ground === 'none') return null
  const months = ground === 'customer' ? 12 * periods.customerYears : periods.applicantMonths
  return londonMidnight(addMonths(londonDate(endedAt), months))
}

/** Tax law asks for invoices for six years after the end of the year they belong to. */
const INVOICE_YEARS = 6
/** How long answered requests and complaints prove, at least, that they were answered. */
export const PROOF_YEARS = 5

/** Something that stays after an erasure, until when and why. */
export interface RetainedData {
  what: string
  until: string
  why: string
}

/** What an erasure does: what goes at once, and what the law wants kept. */
export interface ErasureOutcome {
  goes: string[]
  kept: RetainedData[]
}

/** Says what an erasure that is carried out on a day takes away and what it leaves (security R58). */
export function erasurePlan(
  relationship: Relationship,
  endedAt: Date,
  periods: RetentionPeriods,
  dateStyle: DateStyle,
): ErasureOutcome {
  const ground = retentionGround(relationship)
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
    const lastDay = dayText(until, dateStyle)
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
    until: dayText(
      addMonths(londonDate(endedAt), 12 * Math.max(PROOF_YEARS, periods.customerYears)),
      dateStyle,
    ),
    why: 'It proves that we followed the law, including for this request.',
  })
  return { goes, kept }
}

function whyDueDiligence(ground: RetentionGround): string {
  return ground === 'customer'
    ? 'The Money Laundering Regulations 2017 (regulation 40) require us to keep it after the relationship ends.'
    : 'It shows that we checked an application properly, and protects against fraud.'
}

/** How long what no one needs any more is kept, in days (security R59). */
export const RETENTION_DAYS = {
  lapsedSession: 1,
  abandonedApplication: 90,
  mailBody: 90,
  signIn: 365,
  bugReport: 365,
  invitation: 365,
  notice: NOTICE_DAYS,
  /** Longer than Stripe tells of an event again, and than it keeps one for a replay: told twice, it still has one effect. */
  stripeEvent: 90,
  /** Work that stopped; no longer than the text of a mail that could be sent again. */
  deadLetter: 90,
} as const
