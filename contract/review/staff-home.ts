import { z } from 'zod'
import { SignalName } from '#contract/documents/readings.ts'
import { endpoint } from '#contract/endpoint.ts'
import { DateText, Moment } from '#contract/fields.ts'
import { ListSource } from '#contract/screening/sanctions.ts'
import { ApprovalBasis, CaseKind, QueueState } from '#contract/verification/cases.ts'
import { FUNNEL_STEPS } from './funnel-steps.ts'
import { QueueRow } from './review-queue.ts'

/** How many reviewers the staff dashboard shows. */
export const TEAM_SHOWN = 8

/** What waits for reviewers now; each number is that of the list with the filter of its name. */
export const QueueFigures = z.object({
  waiting: z.number(),
  overdue: z.number(),
  due_soon: z.number(),
  on_time: z.number(),
  nobody: z.number(),
  mine: z.number(),
  oldestSubmittedAt: Moment.nullable(),
})
export type QueueFigures = z.infer<typeof QueueFigures>

/** What today asks for. Each number but those beside another is that of the list with the filter of its name. */
export const TodayFigures = z.object({
  /** Due from now to the end of the day in London, and how many of them within `DUE_NEXT_HOURS`. */
  due: z.number(),
  dueNext: z.number(),
  /** Of those that wait, how many were handed in today. */
  came: z.number(),
  /** Approved, sent back or rejected today, and not handed in again since. */
  decided: z.number(),
  /** Proposals that the reader may confirm. */
  toConfirm: z.number(),
})
export type TodayFigures = z.infer<typeof TodayFigures>

/** How much of its work a reviewer has in hand. */
export const TeamMember = z.object({
  id: z.number(),
  name: z.string(),
  isYou: z.boolean(),
  /** Cases they hold, and those they were assigned and have not claimed. */
  held: z.number(),
  assigned: z.number(),
  /** Of all of these: overdue, or due today. */
  due: z.number(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** Requests about personal data that wait for an answer; by when the first of them is due. */
const OpenRequests = z.object({ open: z.number(), dueAt: Moment.nullable() })

export const ScreeningFigures = z.object({
  /** Sanctions matches no one has decided on: the length of the list in the administration. */
  openMatches: z.number(),
  /** Of these: how many cases they stop, and since when the first waits; and the lists that everyone is looked for in. */
  stopped: z.number(),
  oldestAt: Moment.nullable(),
  lists: z.array(z.object({ source: ListSource, publishedOn: z.string(), isStale: z.boolean() })),
  /** Fetched lists that could not be renewed, and when a file of the operator's was refused last; the screening page says why. */
  unrenewed: z.array(ListSource),
  refusedFilesAt: Moment.nullable(),
})
export type ScreeningFigures = z.infer<typeof ScreeningFigures>

export const DayFigures = z.object({
  /** A day in London, YYYY-MM-DD. */
  day: z.string(),
  /** Accounts that customers opened, without those of people who work here. */
  signUps: z.number(),
  approved: z.number(),
  returned: z.number(),
  rejected: z.number(),
})
export type DayFigures = z.infer<typeof DayFigures>

export const Activity = z.object({
  id: z.number(),
  at: Moment,
  type: z.enum(['user.created', 'case.submitted', 'case.approved', 'case.returned', 'case.rejected']),
  /** Whom it concerns and who did it; null for staff without an admin role. */
  person: z.object({ id: z.number(), name: z.string(), kind: CaseKind.nullable() }).nullable(),
  by: z.string().nullable(),
  /** On what an approval rests. */
  approval: ApprovalBasis.nullable(),
})
export type Activity = z.infer<typeof Activity>

export const StaffHome = z.object({
  queue: QueueFigures,
  today: TodayFigures,
  /** Null for those who may not read it. */
  screening: ScreeningFigures.nullable(),
  /** People who have not confirmed their details by the day they were asked to. */
  lateConfirmations: z.number(),
  /** Approvals that stand and rest on less than a review of every item. */
  unreviewedApprovals: z.number(),
  states: z.array(z.object({ state: QueueState, kind: CaseKind, cases: z.number() })),
  funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), people: z.number() })),
  days: z.array(DayFigures),
  /** Of the first decisions on submissions, in the same days; null without any. */
  decisions: z.object({
    count: z.number(),
    withinPromise: z.number(),
    medianHours: z.number().nullable(),
    /** The same without weekends and bank holidays (cases, Time). */
    medianWorkingHours: z.number().nullable(),
  }),
  /**
   * The most urgent cases that the reader has, those whose approval they may confirm, and those that no one has. Null for
   * staff without an admin role (design §9), and during maintenance.
   */
  mine: z.array(QueueRow).nullable(),
  toConfirm: z.array(QueueRow).nullable(),
  next: z.array(QueueRow).nullable(),
  /** The reviewers with most to do first; null where there are no names. */
  team: z.array(TeamMember).nullable(),
  /** Null for those who may not read them. */
  requests: z.object({ complaints: OpenRequests, erasures: OpenRequests }).nullable(),
  activity: z.array(Activity),
})
export type StaffHome = z.infer<typeof StaffHome>

export const getStaffHome = endpoint({
  method: 'GET',
  path: '/api/staff/home',
  access: 'figures.read',
  summary: 'The figures of the staff dashboard; names only for administrators',
  answer: StaffHome,
  errors: [],
})

export const PromiseKept = z.object({
  /** The days asked for, both included. */
  from: z.string(),
  to: z.string(),
  count: z.number(),
  kept: z.number(),
  /** Each week from Monday on in which something was decided, cut off at the ends of the range. */
  weeks: z.array(z.object({ from: z.string(), to: z.string(), decided: z.number(), kept: z.number() })),
  /** Each decision, where there are few. */
  decisions: z.array(z.object({ at: Moment, isKept: z.boolean() })).nullable(),
})
export type PromiseKept = z.infer<typeof PromiseKept>

export const getPromiseKept = endpoint({
  method: 'GET',
  path: '/api/staff/promise',
  access: 'figures.read',
  summary: 'How often the promise was kept, week by week, by the first decision on each submission',
  query: z.object({ from: DateText.optional(), to: DateText.optional() }),
  answer: PromiseKept,
  errors: ['VALIDATION_ERROR'],
})

/** How often a signal was right, at the decisions of a month in London. */
export const SignalFigures = z.object({
  /** YYYY-MM. */
  month: z.string(),
  name: SignalName,
  title: z.string(),
  /** Of its rule: figures of one that says something else are told apart. */
  version: z.number(),
  /** Items beside which it said to look closer, and how many of them were asked for again or rejected. */
  warned: z.number(),
  right: z.number(),
  /** The same of those beside which it agreed: what a warning is to be compared with. */
  agreed: z.number(),
  missed: z.number(),
})
export type SignalFigures = z.infer<typeof SignalFigures>

export const getSignalFigures = endpoint({
  method: 'GET',
  path: '/api/staff/signals',
  access: 'figures.read',
  summary: 'How often each signal was right, by the month, over twelve months',
  answer: z.object({ figures: z.array(SignalFigures) }),
  errors: [],
})
