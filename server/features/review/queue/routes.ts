import { CaseProposal } from '#contract/review/admin-cases.ts'
import { listDecisions } from '#contract/review/decisions.ts'
import * as contract from '#contract/review/review-queue.ts'
import {
  Activity,
  getPromiseKept,
  getSignalFigures,
  getStaffHome,
  type StaffHome,
} from '#contract/review/staff-home.ts'
import type { Capability } from '#contract/roles.ts'
import { ApprovalBasis, CaseKind } from '#contract/verification/cases.ts'
import { capabilityToConfirm } from '#domain/cases/second-approval.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { Config } from '#server/config.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { type Caller, mayCall } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { firstDay } from '#server/model/people/beginners.ts'
import { ERASED_ISSUER } from '#server/model/people/erased-people.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import { viewRecorder } from '#server/model/staff/staff-views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { reviewCase } from '../review-case.ts'
import { assignAll } from './assign-cases.ts'
import { claimNextCase } from './claim-next.ts'
import { decisionPage } from './decision-list.ts'
import {
  invoiceFigures,
  promiseKept,
  requestFigures,
  screeningFigures,
  signalFigures,
  supportFigures,
  teamOf,
  todayFigures,
} from './figures.ts'
import { selectLatestActivity } from './queue.sql.ts'
import type { Asking, Reader } from './queue-filter.ts'
import { queuePage } from './queue-list.ts'
import {
  dayFigures,
  decisionFigures,
  funnelFigures,
  oldestWaiting,
  queueFigures,
  readFigures,
  reviewersOf,
  stateFigures,
} from './staff-figures.ts'

/** How many cases of each kind of work the staff dashboard shows. */
const MINE_SHOWN = 5
const TO_CONFIRM_SHOWN = 3
const NEXT_SHOWN = 5

/** The queue of cases and who works on them. It shows names, so reads are recorded (security R24). */
export function registerQueue(routes: Routes, services: Services): void {
  const { database, config, now, read } = services
  const recordView = viewRecorder(services, 'admin.queue_viewed')
  const recordBounces = viewRecorder(services, 'admin.bounces_viewed')
  const askingOf = (caller: Caller): Asking => ({
    reviewerId: caller.userId,
    now: now(),
    confirms: CaseProposal.shape.kind.options.filter((kind) =>
      mayCall(capabilityToConfirm(kind), caller, config.companyDomains),
    ),
  })

  const readerOf = (caller: Caller): Reader => ({
    ...askingOf(caller),
    withErased: mayCall('people.erased', caller, config.companyDomains),
    mayReadInvoices: mayCall('invoices.read', caller, config.companyDomains),
  })

  routes.on(contract.listQueue)(async ({ query, request }) => {
    const { limit, cursor, sort, order, ...filters } = query
    const reader = readerOf(callerOf(request))
    const page = await read(request, (db) => queuePage(db, filters, { limit, cursor, sort, order }, reader))
    await recordView(request, { found: page.count })
    return page
  })

  routes.on(contract.claimNext)(async ({ body, request }) => {
    const caller = callerOf(request)
    const { claimed, skipped } = await claimNextCase(services, {
      caller,
      filters: body,
      origin: originOf(request),
    })
    if (!claimed) return { case: null, skipped }
    const { id, userId, current } = claimed
    // The answer itself opens the case for the reviewer who was given it.
    await database.transaction((tx) =>
      recordEvent(tx, {
        at: now(),
        type: 'case.viewed',
        actor: { kind: 'staff', id: caller.userId },
        userId,
        caseId: id,
        origin: originOf(request),
      }),
    )
    const review = await reviewCase(database.db, services.files, claimed, config, caller, now())
    return { case: { id, userId, kind: current.kind, review }, skipped }
  })

  routes.on(contract.assignCases)(({ body, request }) =>
    assignAll(services, { caller: callerOf(request), origin: originOf(request) }, body),
  )

  routes.on(getStaffHome)(async ({ request }) => {
    const caller = callerOf(request)
    // During maintenance no one's view of names can be recorded, so the dashboard has none.
    const may = (access: Capability) => mayCall(access, caller, config.companyDomains)
    const isRecorded = !(await services.maintenance.isOn())
    const withNames = may('queue.read') && isRecorded
    const home = await read(request, (db) =>
      staffHome(db, config, readerOf(caller), {
        withNames,
        withScreening: may('screening.read'),
        withRequests: may('privacy.read'),
        withInvoices: may('invoices.read'),
        withSupport: may('support.read') && isRecorded,
      }),
    )
    if (withNames) await recordView(request, { found: home.queue.waiting })
    if (home.support) await recordBounces(request, { found: home.support.bounced.length })
    return home
  })

  routes.on(getPromiseKept)(({ query, request }) => read(request, (db) => promiseKept(db, query, now())))

  routes.on(getSignalFigures)(({ request }) =>
    read(request, async (db) => ({ figures: await signalFigures(db, askingOf(callerOf(request))) })),
  )

  routes.on(listDecisions)(async ({ query, request }) => {
    const { limit, cursor, ...filters } = query
    const page = await read(request, (db) =>
      decisionPage(db, filters, { limit, cursor }, readerOf(callerOf(request))),
    )
    await recordView(request, { found: page.count })
    return page
  })

  routes.on(contract.listReviewers)(async () => ({ reviewers: await reviewersOf(database.db, config) }))
}

/** The staff dashboard. For staff who aren't administrators it has figures only, without names (design §9.5). */
async function staffHome(
  db: Db,
  config: Config,
  asking: Reader,
  {
    withNames,
    withScreening,
    withRequests,
    withInvoices,
    withSupport,
  }: Record<'withNames' | 'withScreening' | 'withRequests' | 'withInvoices' | 'withSupport', boolean>,
): Promise<StaffHome> {
  const { now } = asking
  const listed = async (filters: contract.QueueFilters, limit: number) =>
    withNames ? (await queuePage(db, filters, { limit }, asking)).cases : null
  const [[kept, days, funnel], oldestSubmittedAt, today, screening, decisions, activity] = await Promise.all([
    readFigures(db, asking, firstDay(now)).then(
      async (read) => [read, await dayFigures(db, read, now), await funnelFigures(db, read, now)] as const,
    ),
    oldestWaiting(db, asking),
    todayFigures(db, asking),
    withScreening ? screeningFigures(db, asking, config.sanctions) : null,
    decisionFigures(db, now),
    latestActivity(db, { withNames }),
  ])
  const [mine, toConfirm, free, team, requests, invoices, support] = await Promise.all([
    listed({ owner: 'me' }, MINE_SHOWN),
    listed({ confirm: 'me' }, TO_CONFIRM_SHOWN),
    // Those that await a second person are listed above, or aren't the reader's to confirm.
    listed({ owner: 'nobody' }, NEXT_SHOWN + TO_CONFIRM_SHOWN),
    withNames ? teamOf(db, config, asking) : null,
    withRequests ? requestFigures(db) : null,
    withInvoices ? invoiceFigures(db, now) : null,
    withSupport ? supportFigures(db, now) : null,
  ])
  return {
    queue: { ...queueFigures(kept, now), oldestSubmittedAt },
    today,
    screening,
    lateConfirmations: kept.sum('confirming', { before: londonDate(now) }),
    unreviewedApprovals: kept.sum('unreviewed'),
    states: stateFigures(kept),
    funnel,
    days,
    decisions,
    mine,
    toConfirm,
    next: free?.filter(({ state }) => state !== 'awaiting_second_approval').slice(0, NEXT_SHOWN) ?? null,
    team,
    requests,
    invoices,
    support,
    activity,
  }
}

/** The latest sign-ups, submissions and decisions; without names for staff who may not read them (design §9.5). */
async function latestActivity(db: Db, { withNames }: { withNames: boolean }): Promise<Activity[]> {
  const { rows } = await selectLatestActivity(db, [APPLICANT_ISSUER, ERASED_ISSUER])
  const ids = rows.flatMap(({ person, actor_id }) => [Number(person), Number(actor_id)])
  const names = withNames ? await namesOf(db, [...new Set(ids)]) : new Map<number, string>()
  return rows.map((row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    type: Activity.shape.type.parse(row.type),
    person: withNames
      ? {
          id: Number(row.person),
          name: row.company ?? names.get(Number(row.person)) ?? unnamed(Number(row.person)),
          kind: CaseKind.nullable().parse(row.kind),
        }
      : null,
    approval: ApprovalBasis.nullable().parse(row.approval),
    by: withNames && row.actor_kind === 'staff' ? (names.get(Number(row.actor_id)) ?? null) : null,
  }))
}
