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

/** What waits for reviewers now; each number is the length of the list with the filter of that name. */
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

/**
 * Today's work. Each number, except those that split another, is the length of the list with the filter of that name.
 */
export const TodayFigures = z.object({
  /** Due between now and the end of the day in London, and how many of them within `DUE_NEXT_HOURS`. */
  due: z.number(),
  dueNext: z.number(),
  /** How many of the waiting cases were submitted today. */
  came: z.number(),
  /** Proposals that the reader may confirm. */
  toConfirm: z.number(),
})
export type TodayFigures = z.infer<typeof TodayFigures>

/** A reviewer's workload. */
export const TeamMember = z.object({
  id: z.number(),
  name: z.string(),
  isYou: z.boolean(),
  /** Cases they have claimed, and cases assigned to them and not yet claimed. */
  held: z.number(),
  assigned: z.number(),
  /** How many of all these are overdue or due today. */
  due: z.number(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** Requests about personal data that await an answer, and when the first one is due. */
const OpenRequests = z.object({ open: z.number(), dueAt: Moment.nullable() })

export const ScreeningFigures = z.object({
  /** Undecided sanctions matches: the length of the list in the administration. */
  openMatches: z.number(),
  /** How many of them the reader has proposed a decision on, so that a second person must confirm it. */
  proposedMatches: z.number(),
  /**
   * How many cases these block, and how long the first has waited; and the lists that everyone is screened
   * against.
   */
  stopped: z.number(),
  oldestAt: Moment.nullable(),
  lists: z.array(z.object({ source: ListSource, publishedOn: z.string(), isStale: z.boolean() })),
  /**
   * Fetched lists that could not be renewed, and when an operator's file was last refused; the screening page says
   * why.
   */
  unrenewed: z.array(ListSource),
  refusedFilesAt: Moment.nullable(),
})
export type ScreeningFigures = z.infer<typeof ScreeningFigures>

/** Invoices to look after; each number is the length of the list with the filter of that name. */
export const InvoiceFigures = z.object({
  /** Those overdue included. */
  open: z.number(),
  overdue: z.number(),
  draft: z.number(),
  /** Since when the first of the overdue ones is due. */
  overdueSince: Moment.nullable(),
})
export type InvoiceFigures = z.infer<typeof InvoiceFigures>

/** What waits for support. */
export const SupportFigures = z.object({
  /** Changes of details that wait for a second person. */
  changes: z.number(),
  /** Whose present address bounced in the last `BOUNCED_DAYS` days, the latest `BOUNCED_SHOWN` first. */
  bounced: z.array(z.object({ id: z.number(), name: z.string(), at: Moment })),
})
export type SupportFigures = z.infer<typeof SupportFigures>

export const DayFigures = z.object({
  /** A London day, YYYY-MM-DD. */
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
  /** Who it is about and who did it; null for staff without an admin role. */
  person: z.object({ id: z.number(), name: z.string(), kind: CaseKind.nullable() }).nullable(),
  by: z.string().nullable(),
  /** What an approval rests on. */
  approval: ApprovalBasis.nullable(),
})
export type Activity = z.infer<typeof Activity>

export const StaffHome = z.object({
  queue: QueueFigures,
  today: TodayFigures,
  /** Null for readers who may not see screening. */
  screening: ScreeningFigures.nullable(),
  /** People who did not confirm their details by the day they were asked to. */
  lateConfirmations: z.number(),
  /** Approvals in force that rest on less than a review of every item. */
  unreviewedApprovals: z.number(),
  states: z.array(z.object({ state: QueueState, kind: CaseKind, cases: z.number() })),
  funnel: z.array(
    z.object({
      step: z.enum(FUNNEL_STEPS),
      people: z.number(),
      /** What became of those who came to the step before it and no further; together they are all of them. */
      waits: z.number(),
      theirs: z.number(),
      rejected: z.number(),
      left: z.number(),
    }),
  ),
  days: z.array(DayFigures),
  /** First decisions on submissions in the same days; null if there are none. */
  decisions: z.object({
    count: z.number(),
    withinPromise: z.number(),
    medianHours: z.number().nullable(),
    /** The same without weekends and bank holidays (cases, Working time). */
    medianWorkingHours: z.number().nullable(),
  }),
  /**
   * The reader's most urgent cases, those whose approval they may confirm, and those no one has. Null for staff
   * without an admin role (design §9.5), and during maintenance.
   */
  mine: z.array(QueueRow).nullable(),
  toConfirm: z.array(QueueRow).nullable(),
  next: z.array(QueueRow).nullable(),
  /** The reviewers with the most to do first; null for readers who may not see names. */
  team: z.array(TeamMember).nullable(),
  /** Null for readers who may not see them. */
  requests: z.object({ complaints: OpenRequests, erasures: OpenRequests }).nullable(),
  invoices: InvoiceFigures.nullable(),
  /** Null during maintenance as well, as names are. */
  support: SupportFigures.nullable(),
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
  /** The requested days, both included. */
  from: z.string(),
  to: z.string(),
  count: z.number(),
  kept: z.number(),
  /** Each week from Monday with a decision, cut off at the ends of the range. */
  weeks: z.array(z.object({ from: z.string(), to: z.string(), decided: z.number(), kept: z.number() })),
  /** Each single decision, if there are only a few. */
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

/** How often a signal was right, by the decisions of one London month. */
export const SignalFigures = z.object({
  /** YYYY-MM. */
  month: z.string(),
  name: SignalName,
  title: z.string(),
  /** The version of its rule; each version has its own figures. */
  version: z.number(),
  /** Items for which it said to look closer, and how many of them were returned or rejected. */
  warned: z.number(),
  right: z.number(),
  /** The same for items where it agreed, as a baseline for the warnings. */
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
