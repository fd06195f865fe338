import { z } from 'zod'
import { BADGE_ICON_NAMES, BadgeLook, FAMILIES } from '#contract/badge.ts'
import { DocumentSlot } from '#contract/documents/document-schemas.ts'
import { Moment } from '#contract/fields.ts'
import { CaseKind, CaseState } from './cases.ts'

/** The icons of the next step: those of a status, and of what there is to do. */
export const STEP_ICONS = [
  ...BADGE_ICON_NAMES,
  'badge-check',
  'file-pen-line',
  'mail-check',
  'receipt-text',
] as const

/** By when the applicant hears from us, or by when they should confirm their details. */
export const TimePromise = z.object({
  kind: z.enum(['answer', 'confirm']),
  at: Moment,
  isLate: z.boolean(),
  /** The whole sentence, with date, time and zone. */
  text: z.string(),
})
export type TimePromise = z.infer<typeof TimePromise>

/** How a case stands, as every page, mail and list says it. */
export const CaseStanding = z.object({
  kind: CaseKind,
  /** Null before anything is started. */
  state: CaseState.nullable(),
  /** The badge of the account, which speaks of the person or company. */
  account: BadgeLook,
  /** The badge of the verification, which speaks of the application. */
  application: BadgeLook,
  sentence: z.string(),
  promise: TimePromise.nullable(),
})
export type CaseStanding = z.infer<typeof CaseStanding>

/** One of a person’s slots: what is there, what is asked for, and why it is asked for again. */
export const SlotStanding = z.object({
  slot: DocumentSlot,
  label: z.string(),
  status: z.enum(['uploaded', 'returned', 'missing', 'optional', 'not_needed']),
  badge: BadgeLook,
  /** Beside the document that was sent back, until the case is handed in again. */
  reasons: z.array(z.object({ wrong: z.string(), remedy: z.string() })),
})
export type SlotStanding = z.infer<typeof SlotStanding>

export const DocumentsStanding = z.object({
  /** Of the four that are asked for: uploaded, or not needed. */
  done: z.number(),
  total: z.number(),
  slots: z.array(SlotStanding),
})
export type DocumentsStanding = z.infer<typeof DocumentsStanding>

export const StepStanding = z.object({
  id: z.enum(['risk_disclosure', 'user_classification', 'trader_certification', 'identity_verification']),
  label: z.string(),
  /** `refused`: the application was not approved, and nothing can be done in the step. */
  status: z.enum(['required', 'pending', 'completed', 'refused']),
  href: z.enum([
    '/risk-disclosure',
    '/user-type-selection',
    '/trader-certification',
    '/onboarding',
    '/onboarding/business',
  ]),
  /** ISO 8601: from when a required step can be done, after answers that twice met no category; null once it can. */
  opensAt: z.string().nullable(),
})
export type StepStanding = z.infer<typeof StepStanding>

/** The one thing a person should do next, in words, and where. */
export const NextStep = z.object({
  kind: z.enum([
    'fix',
    'contact_support',
    'step',
    'later',
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
  /** The words of its button. */
  action: z.string(),
  /** A path of the product, or a `mailto:` address. */
  href: z.string(),
  family: z.enum(FAMILIES),
  icon: z.enum(STEP_ICONS),
  /** Nothing has to be done: the way on is offered, not asked for. */
  isQuiet: z.boolean(),
})
export type NextStep = z.infer<typeof NextStep>

/** How an account stands: both of its verifications, the steps of the one that leads, and what to do next. */
export const AccountStanding = z.object({
  /** Which of the two the pages about "your verification" speak of. */
  leading: CaseKind,
  consumer: CaseStanding,
  business: CaseStanding,
  documents: DocumentsStanding,
  steps: z.array(StepStanding),
  percent: z.number(),
  /** How far the steps are, in words. */
  progress: z.string(),
  next: NextStep,
})
export type AccountStanding = z.infer<typeof AccountStanding>
