import { z } from 'zod'
import { BadgeLook } from '#contract/badge.ts'
import { Moment } from '#contract/fields.ts'
import { CaseKind } from './cases.ts'
import { LEAF_LINES_MAX, LEAF_LINES_MIN } from './leaf-limits.ts'
import { NextStep } from './standing.ts'

/**
 * The state of one line of a leaf. `given`: what its owner accepted, chose or signed, which no one checks.
 * `approved`: with the case, without anyone having checked it. `rejected` is only for staff: a rejected case shows
 * its applicant no leaf (design §11.1).
 */
export const LEAF_STATES = [
  'to_do',
  'ready',
  'with_us',
  'checked',
  'given',
  'approved',
  'look_again',
  'expiring',
  'rejected',
] as const
export const LeafState = z.enum(LEAF_STATES)
export type LeafState = z.infer<typeof LeafState>

/** One line: what a person or company gave, and how our check of it stands. */
export const LeafLine = z.object({
  /** An item of the case, or one of `risk-warning`, `purpose`, `certification`, `more-people`. */
  key: z.string(),
  label: z.string(),
  state: LeafState,
  badge: BadgeLook,
  /** The sentence under the name in a list. */
  detail: z.string(),
  /** What is stored; null if nothing is. */
  given: z.string().nullable(),
  /** The words for what was left empty, as it may be; null if it wasn't, or is still asked for. */
  leftBlank: z.string().nullable(),
  /** Who checked it and when: "By Marta on 23 Nov 2026". Null if no one has, or no name may be shown. */
  checked: z.string().nullable(),
  /** What is wrong and how to fix it, while it has to be looked at again. */
  reasons: z.array(z.object({ wrong: z.string(), remedy: z.string() })),
  /** What can be changed now, and where; null addresses if nothing can. */
  change: z.object({ text: z.string(), action: z.string().nullable(), href: z.string().nullable() }),
})
export type LeafLine = z.infer<typeof LeafLine>

/** A line next to the onboarding step that asks for it. */
export const StepLine = LeafLine.pick({ key: true, label: true, state: true, badge: true })
export type StepLine = z.infer<typeof StepLine>

/** A line as the person it is about sees it. */
export const OwnLine = LeafLine.extend({
  /**
   * An email to support, naming case and line, that says that returning it was a mistake. Null if it was not
   * returned.
   */
  mistakeHref: z.string().nullable(),
})
export type OwnLine = z.infer<typeof OwnLine>

/** Everything about one verification, line by line, in the order of the journey. */
export const Leaf = z.object({
  kind: CaseKind,
  /** The case's reference for people and staff: VC-10482. Null before one is started. */
  reference: z.string().nullable(),
  /** Before submission: when part of it was last stored. Null afterwards. */
  saved: z.string().nullable(),
  lines: z.array(OwnLine).min(LEAF_LINES_MIN).max(LEAF_LINES_MAX),
  /** "7 of 8 checked, 2 need no check": the figure, and the text after it. */
  count: z.object({ figure: z.number(), words: z.string() }),
  /**
   * The same for every state, for places that show the leaf without its list: "7 items with us, 2 checked, 1 to do".
   */
  summary: z.string(),
  /** How long the given data is stored. */
  storedFor: z.string(),
})
export type Leaf = z.infer<typeof Leaf>

/** How much of a promised time has passed. */
const PromiseClock = z.object({
  /** From 0 to 1. */
  passed: z.number(),
  sent: z.string(),
  left: z.string(),
})

/** The home page's panel: what to do next, or when we will answer. */
export const HomePanel = z.object({
  /** How much work it is: "Next · 1 minute". */
  eyebrow: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  /** What the reviewer said about each line that has to be looked at again. */
  quotes: z.array(z.object({ label: z.string(), text: z.string() })),
  /** Its button: a path of the product or a `mailto:` address. Null if there is nothing to do but wait. */
  button: z
    .object({ action: z.string(), href: z.string(), startsAgain: NextStep.shape.startsAgain })
    .nullable(),
  /** A `mailto:` address for saying that the returned lines are right as they are. */
  mistake: z.object({ action: z.string(), href: z.string() }).nullable(),
  clock: PromiseClock.nullable(),
  /** The id of the invoice that it is about, which the rest of the page then doesn't list; null for other panels. */
  invoiceId: z.string().nullable(),
})
export type HomePanel = z.infer<typeof HomePanel>

/** The home page of a person we verify: one sentence, the leaf, the next step. */
export const Home = z.object({
  /** The first name for sentences about a person; null for a company, and before they have given it. */
  firstName: z.string().nullable(),
  /** The company that the leaf is about; null for a person. */
  company: z.string().nullable(),
  title: z.string(),
  lead: z.string(),
  /** Null once the case is rejected. */
  leaf: Leaf.nullable(),
  /** Whether the case's approval has not been shown yet: its lines then turn green one after another, once. */
  isFirstSight: z.boolean(),
  panel: HomePanel,
  /** Useful information for now. */
  notes: z.array(z.object({ title: z.string(), texts: z.array(z.string()).min(1) })),
  /** What can be done while the panel says to wait. */
  meanwhile: z
    .object({ title: z.string(), text: z.string(), action: z.string(), href: z.string() })
    .nullable(),
  /** Whether onboarding can be started or continued, because nothing has been submitted yet. */
  canStart: z.boolean(),
  /** When the answer to a request to delete account and data is due; null if none is open (security R58). */
  erasureDueAt: Moment.nullable(),
})
export type Home = z.infer<typeof Home>
