import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Moment } from '#contract/fields.ts'
import { ApprovalBasis, CaseKind, QueueState } from '#contract/verification/cases.ts'
import { QueueRow } from './review-queue.ts'

/** The steps of a person's onboarding that leave an event, in their order; each counts who came so far. */
export const FUNNEL_STEPS = [
  'begun',
  'risk_disclosure',
  'id_document',
  'selfie',
  'proof_of_address',
  'submitted',
  'approved',
] as const
export const FunnelStep = z.enum(FUNNEL_STEPS)
export type FunnelStep = z.infer<typeof FunnelStep>

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

export const DayFigures = z.object({
  /** A day in London, YYYY-MM-DD. */
  day: z.string(),
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
  /** Sanctions matches no one has decided on: the length of the list in the administration. */
  openMatches: z.number(),
  /** People who have not confirmed their details by the day they were asked to. */
  lateConfirmations: z.number(),
  /** Approvals that stand and rest on less than a review of every item. */
  unreviewedApprovals: z.number(),
  states: z.array(z.object({ state: QueueState, kind: CaseKind, cases: z.number() })),
  funnel: z.array(z.object({ step: FunnelStep, people: z.number() })),
  days: z.array(DayFigures),
  /** Of the first decisions on submissions, in the same days; null without any. */
  decisions: z.object({
    count: z.number(),
    withinPromise: z.number(),
    medianHours: z.number().nullable(),
    /** The same without weekends and bank holidays (cases, Time). */
    medianWorkingHours: z.number().nullable(),
  }),
  /** The most urgent cases; null for staff without an admin role (design §9), and during maintenance. */
  next: z.array(QueueRow).nullable(),
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
