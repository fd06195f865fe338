import { z } from 'zod'
import { BADGE_ICON_NAMES, BadgeLook, FAMILIES } from '#contract/badge.ts'
import { DocType, DocumentSlot } from '#contract/documents/document-schemas.ts'
import { Moment } from '#contract/fields.ts'
import { CaseKind, CaseState } from './cases.ts'

/** The icons of the next step: those of a standing, and those for things to do. */
export const STEP_ICONS = [
  ...BADGE_ICON_NAMES,
  'badge-check',
  'file-pen-line',
  'mail-check',
  'receipt-text',
] as const

/** When the applicant will hear from us, or by when they should confirm their details. */
export const TimePromise = z.object({
  kind: z.enum(['answer', 'confirm']),
  at: Moment,
  isLate: z.boolean(),
  /** The whole sentence, with date, time and time zone. */
  text: z.string(),
})
export type TimePromise = z.infer<typeof TimePromise>

/** A case's standing, as shown on every page, in mails and in lists. */
export const CaseStanding = z.object({
  kind: CaseKind,
  /** Null before anything is started. */
  state: CaseState.nullable(),
  /** The badge of the account, about the person or company. */
  account: BadgeLook,
  /** The badge of the verification, about the application. */
  application: BadgeLook,
  sentence: z.string(),
  /** Whether it was sent more than once: what waits for us then are changes. */
  isSentAgain: z.boolean(),
  promise: TimePromise.nullable(),
})
export type CaseStanding = z.infer<typeof CaseStanding>

/** One of a person’s slots: what is there, what is required, and why it was returned. */
export const SlotStanding = z.object({
  slot: DocumentSlot,
  label: z.string(),
  status: z.enum(['uploaded', 'returned', 'missing', 'optional', 'not_needed']),
  badge: BadgeLook,
  /** Why the document was returned, until the case is submitted again. */
  reasons: z.array(z.object({ wrong: z.string(), remedy: z.string() })),
})
export type SlotStanding = z.infer<typeof SlotStanding>

export const DocumentsStanding = z.object({
  /** The kind of ID that was chosen last, sent or not; null until one is. */
  docType: DocType.nullable(),
  /** How many of the four required slots are filled or not needed. */
  done: z.number(),
  total: z.number(),
  slots: z.array(SlotStanding),
})
export type DocumentsStanding = z.infer<typeof DocumentsStanding>

export const StepStanding = z.object({
  id: z.enum(['risk_disclosure', 'user_classification', 'trader_certification', 'identity_verification']),
  label: z.string(),
  /** `refused`: the application was not approved, so nothing can be done in this step. */
  status: z.enum(['required', 'pending', 'completed', 'refused']),
  href: z.enum([
    '/risk-disclosure',
    '/user-type-selection',
    '/trader-certification',
    '/onboarding',
    '/onboarding/business',
  ]),
  /** ISO 8601: when a required step opens again, after answers that twice met no category; null once it is open. */
  opensAt: z.string().nullable(),
})
export type StepStanding = z.infer<typeof StepStanding>

/** The one thing a person should do next, and where. */
export const NextStep = z.object({
  kind: z.enum([
    'fix',
    'contact_support',
    'step',
    'later',
    'continue',
    'reconfirm',
    'renew',
    'pay',
    'confirm_email',
    'check_email',
    'wait',
    'refused',
    'nothing',
  ]),
  title: z.string(),
  text: z.string(),
  /** The text of its button. */
  action: z.string(),
  /** A path of the product, or a `mailto:` address. */
  href: z.string(),
  /** Present only if the button starts an ended application again, which then opens at `href`. */
  startsAgain: CaseKind.optional(),
  /** Present only if it is about paying an invoice: the id of that one. */
  invoiceId: z.string().optional(),
  family: z.enum(FAMILIES),
  icon: z.enum(STEP_ICONS),
  /** Whether nothing has to be done, so that the next step is only offered. */
  isQuiet: z.boolean(),
})
export type NextStep = z.infer<typeof NextStep>

/** An account's standing: both of its verifications, the steps of the leading one, and what to do next. */
export const AccountStanding = z.object({
  /** Which of the two pages that say "your verification" mean. */
  leading: CaseKind,
  consumer: CaseStanding,
  business: CaseStanding,
  documents: DocumentsStanding,
  steps: z.array(StepStanding),
  percent: z.number(),
  /** How many steps are done, as text. */
  progress: z.string(),
  next: NextStep,
})
export type AccountStanding = z.infer<typeof AccountStanding>
