import type { QueueFilters } from '#contract/review/review-queue.ts'
import {
  CLAIM_IDLE_MINUTES,
  DUE_SOON_HOURS,
  type DueState,
  OPEN_STATES,
} from '#contract/verification/cases.ts'
import { confirmationSpan } from '#domain/cases/confirmation.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import type { Bind } from '#server/platform/database/statement.ts'

/** Who asks, and when: "mine" and "overdue" mean nothing without. */
export interface Asking {
  reviewerId: number
  now: Date
}

export interface Reader extends Asking {
  /** Whether they read the names of erased accounts whose records are kept. */
  withErased?: boolean
}

/** Written out and not as a parameter, so that the planner sees that the index of open cases holds them all. */
export const IS_OPEN = `c.state in (${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`

const IS_APPROVED = "c.state in ('approved', 'reverification_due')"
/** Approved on less than a review of every item, written as its index has it. */
const IS_UNREVIEWED = "(c.approval->>'reviewed')::int < (c.approval->>'total')::int"
/** Handed in, and held until the applicant confirms their email (see `holdUnlessReachable`). */
const IS_HELD = `${IS_OPEN} and c.due_at is null`

/** Cases of a visitor whom no one has claimed are not for staff to see (choices §2). Needs the users as `u`. */
export const IS_CLAIMED_PERSON = `u.issuer <> '${APPLICANT_ISSUER}'`

/** Whether the list is that of what waits, in the order of its promise; others are told newest first. */
export function isOpenList({ state, approval }: Pick<QueueFilters, 'state' | 'approval'>): boolean {
  if (approval) return false
  return state === undefined || OPEN_STATES.some((open) => open === state)
}

/** Whether the list is that of people who are asked to confirm their details, in the order of the day by which. */
export function isConfirmationList({ state }: Pick<QueueFilters, 'state'>): boolean {
  return state === 'reverification_due'
}

/** Whether the list is that of cases which wait for the applicant to confirm their email. */
export function isHeldList({ email }: Pick<QueueFilters, 'email'>): boolean {
  return email === 'unconfirmed'
}

/** The conditions of a list of cases, on `cases c` and `users u`: the list and every figure that links to it ask this. */
export function queueConditions(filters: Omit<QueueFilters, 'q'>, asking: Asking, value: Bind): string[] {
  const { state, kind, owner, due, approval } = filters
  if (isHeldList(filters))
    return [IS_CLAIMED_PERSON, 'c.round > 0', IS_HELD, ...(kind ? [`c.kind = ${value(kind)}`] : [])]
  return [
    IS_CLAIMED_PERSON,
    'c.round > 0',
    isOpenList(filters) ? 'c.due_at is not null' : 'true',
    state ? `c.state = ${value(state)}` : approval ? IS_APPROVED : IS_OPEN,
    ...(approval ? [IS_UNREVIEWED] : []),
    ...(kind ? [`c.kind = ${value(kind)}`] : []),
    ...(owner === undefined ? [] : [ownerCondition(owner, asking, value)]),
    ...(isConfirmationList(filters) ? ['c.confirm_by is not null'] : []),
    ...(due ? dueConditions(due, filters, asking.now, value) : []),
  ]
}

/** Until when an idle claim must have been used to hold still. */
export function lapsedBefore(now: Date): Date {
  return new Date(now.getTime() - CLAIM_IDLE_MINUTES * 60_000)
}

/** Whether the case is in the hands of the one who claimed it. */
export function holds({ now }: Pick<Asking, 'now'>, value: Bind): string {
  return `c.claimed_at > ${value(lapsedBefore(now))}::timestamptz`
}

/** The same rule as `ownerOf`: a claim that holds comes before an assignment. */
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

/** Against whose word a list is held: ours while reviewers are waited for, the person's where they should confirm. */
function dueConditions(due: DueState, filters: QueueFilters, now: Date, value: Bind): string[] {
  if (!isConfirmationList(filters)) return [IS_OPEN, dueCondition(due, now, value)]
  const { from, to } = confirmationSpan(due, now)
  return [
    ...(from ? [`c.confirm_by >= ${value(from)}::timestamptz`] : []),
    ...(to ? [`c.confirm_by < ${value(to)}::timestamptz`] : []),
  ]
}

/** The same rule as `reviewTiming`: due soon is the last 12 hours; at the very instant it is due it is not yet late. */
function dueCondition(due: DueState, now: Date, value: Bind): string {
  const at = () => `${value(now)}::timestamptz`
  const soon = () => `${value(new Date(now.getTime() + DUE_SOON_HOURS * 3_600_000))}::timestamptz`
  switch (due) {
    case 'overdue':
      return `c.due_at < ${at()}`
    case 'due_soon':
      return `c.due_at >= ${at()} and c.due_at <= ${soon()}`
    case 'on_time':
      return `c.due_at > ${soon()}`
    default:
      return due satisfies never
  }
}
