import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/site/bug-reports.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { bugReports } from '#server/model/schema/bug-reports.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'

/** Reporting a bug, which needs no session and records the reporter if there is one. */
export function registerBugReports(
  routes: Routes,
  services: Services,
  { findCaller }: { findCaller(request: FastifyRequest): Promise<Caller | undefined> },
): void {
  routes.on(contract.reportBug)(async ({ body, request }) => {
    const caller = await findCaller(request)
    const id = await storeBugReport(services, {
      ...body,
      userId: caller?.userId,
      requestId: request.id,
    })
    return { success: true, id }
  })
}

const PATH_MAX = 300
const USER_AGENT_MAX = 400

interface BugReport {
  description: string
  /** When the browser first sent it; without it no report counts as a repetition. */
  timestamp?: string
  url?: string
  userAgent?: string
  userId: number | undefined
  requestId: string
}

/**
 * Stores a bug report and emails it to support, once however often it is sent (security A15). Returns its id.
 * The reporter's IP address isn't stored, and of the page only its path: queries may contain codes and names.
 */
async function storeBugReport(
  { database, mailer, config, now }: Pick<Services, 'database' | 'mailer' | 'config' | 'now'>,
  report: BugReport,
): Promise<number> {
  const at = now()
  const reportKey = keyOf(report)
  const userId = report.userId ?? null
  const pagePath = pathOf(report.url, config.publicUrl)
  const userAgent = report.userAgent?.slice(0, USER_AGENT_MAX) || null
  const { description } = report
  return database.transaction(async (tx) => {
    const [added] = await tx
      .insert(bugReports)
      .values({ reportKey, userId, description, pagePath, userAgent, createdAt: at })
      .onConflictDoNothing({ target: bugReports.reportKey })
      .returning({ id: bugReports.id })
    if (!added) {
      const [former] = await tx
        .select({ id: bugReports.id })
        .from(bugReports)
        .where(eq(bugReports.reportKey, reportKey))
      if (!former) throw new Error('A report that conflicts is there')
      return former.id
    }
    await recordEvent(tx, {
      at,
      type: 'bug.reported',
      actor: report.userId === undefined ? { kind: 'system' } : { kind: 'user', id: report.userId },
      userId: report.userId,
      subject: `bug-report:${added.id}`,
    })
    await mailer.queue(tx, {
      kind: 'bug-report',
      to: config.company.supportEmail,
      messageKey: `bug-report:${added.id}`,
      at,
      props: { reportId: added.id, description, at, pagePath, userId, userAgent },
    })
    return added.id
  })
}

function keyOf({ userId, description, timestamp, url, userAgent, requestId }: BugReport): string {
  const parts = [userId, description, url, userAgent, timestamp ?? requestId].map((part) => part ?? null)
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function pathOf(url: string | undefined, publicUrl: string): string | null {
  if (!url || !URL.canParse(url, publicUrl)) return null
  return new URL(url, publicUrl).pathname.slice(0, PATH_MAX)
}
