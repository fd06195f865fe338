import type { DueFilter, QueueFilters } from '#contract/review/review-queue.ts'
import { CLAIM_IDLE_MINUTES, PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import { OPEN_STATES } from '#contract/verification/case-states.ts'
import { DUE_SOON_HOURS } from '#contract/verification/cases.ts'
import type { Proposal } from '#domain/cases/case.ts'
import { confirmationSpan } from '#domain/cases/confirmation.ts'
import { addDays, londonDate, londonMidnight, spanOfDays } from '#domain/plain-date.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import type { Bind } from '#server/platform/database/statement.ts'

/** The reader, and when: "mine" and "overdue" depend on them. */
export interface Asking {
  reviewerId: number
  now: Date
  /** The kinds of colleagues' proposals they may confirm. */
  confirms: readonly Proposal['kind'][]
}

export interface Reader extends Asking {
  /** Whether they may read the names of erased accounts whose records are kept. */
  withErased?: boolean
  /** Whether they may find people by the numbers of their invoices. */
  mayReadInvoices?: boolean
}

/** Literals rather than a parameter, so that the planner recognises the index of open cases. */
export const IS_OPEN = `c.state in (${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`

const IS_APPROVED = "c.state in ('approved', 'reverification_due')"
/** Approved with less than a review of every item, written like its index. */
const IS_UNREVIEWED = "(c.approval->>'reviewed')::int < (c.approval->>'total')::int"
/** Submitted, and held until the applicant confirms their email (see `holdUnlessReachable`). */
const IS_HELD = `${IS_OPEN} and c.due_at is null`

/**
 * Staff don't see a visitor's cases before someone claims the application (onboarding, How long it is kept). Needs
 * the users as `u`.
 */
export const HAS_ACCOUNT = `u.issuer <> '${APPLICANT_ISSUER}'`

/** Whether the list shows waiting cases, by deadline; others are sorted newest first. */
export function isOpenList({
  state,
  approval,
  heard,
  promise,
}: Pick<QueueFilters, 'state' | 'approval' | 'heard' | 'promise'>): boolean {
  if (approval || heard || promise) return false
  return state === undefined || OPEN_STATES.some((open) => open === state)
}

/** Whether the list shows people who were asked to confirm their details, by their deadline. */
export function isConfirmationList({ state }: Pick<QueueFilters, 'state'>): boolean {
  return state === 'reverification_due'
}

/** Whether the list shows cases that wait for the applicant to confirm their email. */
export function isHeldList({ email }: Pick<QueueFilters, 'email'>): boolean {
  return email === 'unconfirmed'
}

/** A list's conditions on `cases c` and `users u`, used by the list and by every figure that links to it. */
export function queueConditions(filters: Omit<QueueFilters, 'q'>, asking: Asking, value: Bind): string[] {
  const { state, kind, owner, due, approval, heard, promise, confirm } = filters
  const isOfDecisions = heard !== undefined || promise !== undefined
  if (isHeldList(filters))
    return [HAS_ACCOUNT, 'c.round > 0', IS_HELD, ...(kind ? [`c.kind = ${value(kind)}`] : [])]
  return [
    HAS_ACCOUNT,
    'c.round > 0',
    isOpenList(filters) ? 'c.due_at is not null' : 'true',
    state
      ? `c.state = ${value(state)}`
      : approval
        ? IS_APPROVED
        : // What was decided then may wait again.
          isOfDecisions
          ? 'true'
          : IS_OPEN,
    ...(approval ? [IS_UNREVIEWED] : []),
    ...(isOfDecisions ? [firstDecisionCondition(heard, promise, value)] : []),
    ...(confirm ? confirmConditions(asking, value) : []),
    ...(kind ? [`c.kind = ${value(kind)}`] : []),
    ...(owner === undefined ? [] : [ownerCondition(owner, asking, value)]),
    ...(isConfirmationList(filters) ? ['c.confirm_by is not null'] : []),
    ...(due ? dueConditions(due, filters, asking.now, value) : []),
  ]
}

/** A claim last used before this moment has lapsed. */
export function lapsedBefore(now: Date): Date {
  return new Date(now.getTime() - CLAIM_IDLE_MINUTES * 60_000)
}

/** Whether the case is held by a claim. */
export function holds({ now }: Pick<Asking, 'now'>, value: Bind): string {
  return `c.claimed_at > ${value(lapsedBefore(now))}::timestamptz`
}

/** By the same rule as `ownerOf`: a claim that holds precedes an assignment. */
function ownerCondition(
  owner: NonNullable<QueueFilters['owner']>,
  { reviewerId, now }: Asking,
  value: Bind,
): string {
  const lapsed = `${value(lapsedBefore(now))}::timestamptz`
  const isFree = `(c.claimed_by is null or c.claimed_at <= ${lapsed})`
  if (owner === 'nobody') return `c.assigned_to is null and ${isFree}`
  const id = `${value(owner === 'me' ? reviewerId : owner)}::bigint`
  return `((c.claimed_by = ${id} and c.claimed_at > ${lapsed}) or (c.assigned_to = ${id} and ${isFree}))`
}

/** Whose deadline a list uses: ours while reviewers are waited for, the person's while they should confirm. */
function dueConditions(due: DueFilter, filters: QueueFilters, now: Date, value: Bind): string[] {
  if (!isConfirmationList(filters)) return [IS_OPEN, dueCondition(due, now, value)]
  const { from, to } = due === 'today' ? dayOf(now) : confirmationSpan(due, now)
  return [
    ...(from ? [`c.confirm_by >= ${value(from)}::timestamptz`] : []),
    ...(to ? [`c.confirm_by < ${value(to)}::timestamptz`] : []),
  ]
}

/** The current day in London, from `from` up to but not including `to`. */
export function dayOf(now: Date): { from: Date; to: Date } {
  const day = londonDate(now)
  return { from: londonMidnight(day), to: londonMidnight(addDays(day, 1)) }
}

/** The decisions that the promise's figure counts (decision 060). */
function firstDecisionCondition(
  heard: string | undefined,
  promise: QueueFilters['promise'],
  value: Bind,
): string {
  const days = heard === undefined ? undefined : spanOfDays(heard)
  const late = `d.decided_at > d.waited_since + ${PROMISED_HOURS} * interval '1 hour'`
  const conditions = [
    ...(days
      ? [`d.decided_at >= ${value(days.from)}::timestamptz`, `d.decided_at < ${value(days.to)}::timestamptz`]
      : []),
    ...(promise ? [promise === 'missed' ? late : `not ${late}`] : []),
  ]
  return `c.id in (select e.case_id from first_decisions d join events e on e.id = d.event_id where ${conditions.join(' and ')})`
}

/** No one confirms their own proposal, nor anything about themselves (cases, Four eyes). */
function confirmConditions({ reviewerId, confirms }: Asking, value: Bind): string[] {
  const reader = () => `${value(reviewerId)}::bigint`
  return [
    "c.state = 'awaiting_second_approval'",
    `c.proposal->>'kind' = any(${value(confirms)}::text[])`,
    `(c.proposal->>'by')::bigint <> ${reader()}`,
    `c.user_id <> ${reader()}`,
    // Someone has just confirmed it.
    'not exists (select from pending_decisions p where p.case_id = c.id)',
  ]
}

/** The same rule as `reviewTiming`: due soon means the last 12 hours; at the deadline itself it isn't late yet. */
function dueCondition(due: DueFilter, now: Date, value: Bind): string {
  const at = () => `${value(now)}::timestamptz`
  const soon = () => `${value(new Date(now.getTime() + DUE_SOON_HOURS * 3_600_000))}::timestamptz`
  switch (due) {
    case 'overdue':
      return `c.due_at < ${at()}`
    case 'due_soon':
      return `c.due_at >= ${at()} and c.due_at <= ${soon()}`
    case 'on_time':
      return `c.due_at > ${soon()}`
    case 'today':
      return `c.due_at >= ${at()} and c.due_at < ${value(dayOf(now).to)}::timestamptz`
    default:
      return due satisfies never
  }
}
