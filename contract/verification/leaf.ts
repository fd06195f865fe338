import { z } from 'zod'
import { BadgeLook } from '#contract/badge.ts'
import { Moment } from '#contract/fields.ts'
import { CaseKind } from './cases.ts'
import { LEAF_LINES_MAX, LEAF_LINES_MIN } from './leaf-limits.ts'

/**
 * How one line of a leaf stands. `rejected` is for staff alone: a case that was rejected shows its applicant no leaf
 * (design §11).
 */
export const LEAF_STATES = [
  'to_do',
  'ready',
  'with_us',
  'checked',
  'look_again',
  'expiring',
  'rejected',
] as const
export const LeafState = z.enum(LEAF_STATES)
export type LeafState = z.infer<typeof LeafState>

/** One claim of a person or company: what they gave, and how our check of it stands. */
export const LeafLine = z.object({
  /** An item of the case, or one of `risk-warning`, `purpose`, `certification`, `more-people`. */
  key: z.string(),
  label: z.string(),
  state: LeafState,
  badge: BadgeLook,
  /** The one sentence under the name in a list. */
  detail: z.string(),
  /** What is stored; null where nothing is. */
  given: z.string().nullable(),
  /** Who looked at it and when: "By Marta on 23 Nov 2026". Null where no one has, or no name may be shown. */
  checked: z.string().nullable(),
  /** What is wrong and how to do it right, while it has to be looked at again. */
  reasons: z.array(z.object({ wrong: z.string(), remedy: z.string() })),
  /** What can be changed now, and where; without an address nothing can be. */
  change: z.object({ text: z.string(), action: z.string().nullable(), href: z.string().nullable() }),
})
export type LeafLine = z.infer<typeof LeafLine>

/** A line beside the step of onboarding that asks for it. */
export const StepLine = LeafLine.pick({ key: true, label: true, state: true, badge: true })
export type StepLine = z.infer<typeof StepLine>

/** A line as its own person reads it. */
export const OwnLine = LeafLine.extend({
  /** How to say that asking for it again is a mistake: an email to support that names case and line. Null where it was not. */
  mistakeHref: z.string().nullable(),
})
export type OwnLine = z.infer<typeof OwnLine>

/** Everything known of one verification, line by line, in the order of the journey. */
export const Leaf = z.object({
  kind: CaseKind,
  /** How people and staff call the case: VC-10482. Null before one is started. */
  reference: z.string().nullable(),
  /** Before it is sent: when something of it was stored last, in words. Null afterwards. */
  saved: z.string().nullable(),
  lines: z.array(OwnLine).min(LEAF_LINES_MIN).max(LEAF_LINES_MAX),
  /** "7 of 10 checked": the figure, and the words after it. */
  count: z.object({ figure: z.number(), words: z.string() }),
  /** The same of every state, for where the leaf stands without its list: "7 lines with us, 2 checked, 1 to do". */
  summary: z.string(),
  /** How long what was given is stored. */
  storedFor: z.string(),
})
export type Leaf = z.infer<typeof Leaf>

/** How far a promised time has passed. */
const PromiseClock = z.object({
  /** From 0 to 1. */
  passed: z.number(),
  sent: z.string(),
  left: z.string(),
})

/** The one panel of the home page: what to do next, or by when we answer. */
export const HomePanel = z.object({
  /** How much it is: "Next · 1 minute". */
  eyebrow: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  /** What the reviewer said of each line that has to be looked at again. */
  quotes: z.array(z.object({ label: z.string(), text: z.string() })),
  /** Its one button; a path of the product or a `mailto:` address. Null while there is only waiting. */
  button: z.object({ action: z.string(), href: z.string() }).nullable(),
  /** How to say that what was sent back is right as it is; a `mailto:` address. */
  mistake: z.object({ action: z.string(), href: z.string() }).nullable(),
  clock: PromiseClock.nullable(),
  /** Whether it is about an invoice, which is then named nowhere else on the page. */
  isPayment: z.boolean(),
})
export type HomePanel = z.infer<typeof HomePanel>

/** The page of someone who is verified by us: one sentence, the leaf, the next step. */
export const Home = z.object({
  /** How a sentence about a person names them; null for a company, and before they have said it. */
  firstName: z.string().nullable(),
  /** Whom a company's leaf is about; null for a person. */
  company: z.string().nullable(),
  title: z.string(),
  lead: z.string(),
  /** Null once the case is rejected. */
  leaf: Leaf.nullable(),
  /** Whether the approval of the case was not shown yet: its lines turn green one after another, once. */
  isFirstSight: z.boolean(),
  panel: HomePanel,
  /** What is good to know now. */
  notes: z.array(z.object({ title: z.string(), texts: z.array(z.string()).min(1) })),
  /** What can be done while the panel says to wait. */
  meanwhile: z
    .object({ title: z.string(), text: z.string(), action: z.string(), href: z.string() })
    .nullable(),
  /** Whether onboarding can be started or continued: nothing was sent yet. */
  canStart: z.boolean(),
  /** By when a request to delete their account and data is answered; null where none is open (security R58). */
  erasureDueAt: Moment.nullable(),
})
export type Home = z.infer<typeof Home>
