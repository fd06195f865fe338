import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/audit/admin-audit.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { mayCall } from '#server/model/access/caller.ts'
import { eventTypeTitle } from '#server/model/audit/event-titles.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { requireUser } from '#server/model/people/user-view.ts'
import { viewRecorder } from '#server/model/staff/staff-views.ts'
import type { Paging } from '#server/platform/database/keyset.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { verifyLedger } from '#server/platform/ledger/verify-ledger.ts'
import type { Services } from '#server/services.ts'
import { auditFile } from './audit-export.ts'
import { eventTypes, findEvents, presentEvents } from './audit-search.ts'

/** Reading, exporting and verifying the ledger; nothing here changes it (security R24). */
export function registerAudit(routes: Routes, services: Services): void {
  const { database, now, config, read } = services

  const record = (request: FastifyRequest, type: EventType, after: unknown) =>
    database.transaction((tx) =>
      recordEvent(tx, {
        at: now(),
        type,
        actor: { kind: 'staff', id: callerOf(request).userId },
        after,
        origin: originOf(request),
      }),
    )

  const recordView = viewRecorder(services, 'admin.audit_viewed')

  const readerOf = (request: FastifyRequest) => {
    const caller = callerOf(request)
    return { readerId: caller.userId, withErased: mayCall('people.erased', caller, config.companyDomains) }
  }

  const page = async (
    request: FastifyRequest,
    filters: Parameters<typeof findEvents>[1],
    { limit, cursor }: Paging,
  ) => {
    const place = { ...readerOf(request), order: 'desc', limit, cursor } as const
    return read(request, async (db) => {
      const { rows, nextCursor } = await findEvents(db, filters, place)
      return { success: true as const, data: await presentEvents(db, rows), nextCursor }
    })
  }

  routes.on(contract.listAuditEvents)(async ({ query, request }) => {
    const answer = await page(request, query, query)
    await recordView(request)
    return answer
  })

  routes.on(contract.listUserEvents)(async ({ params, query, request }) => {
    await requireUser(database.db, params.id)
    const answer = await page(request, { person: String(params.id) }, query)
    await recordView(request, { userId: params.id })
    return answer
  })

  routes.on(contract.listAuditTypes)(async () => ({
    types: (await eventTypes(database.db)).map((type) => ({
      type,
      title: eventTypeTitle(type),
    })),
  }))

  routes.on(contract.exportAuditEvents)(async ({ query, request, reply }) => {
    const { format, ...filters } = query
    const until = now()
    await record(request, 'audit.exported', { format, ...withoutTyped(filters) })
    return reply
      .header('content-disposition', `attachment; filename="audit-log.${format}"`)
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
      .send(auditFile(services, filters, format, { ...readerOf(request), until }))
  })

  routes.on(contract.checkAuditChain)(async ({ request }) => {
    const checkedAt = now()
    const { checked, faults } = await verifyLedger(database)
    await record(request, 'audit.checked', { checked, faults: faults.length })
    return { isWhole: faults.length === 0, checked, faults, checkedAt: checkedAt.toISOString() }
  })

  routes.on(contract.getAuditCheckpoint)(async () => {
    const { checkpoint, timeStampedAt, check } = await services.checkpoints
      .latest()
      .catch((error: unknown) => {
        throw unreachable(error)
      })
    return {
      checkpoint: checkpoint
        ? {
            number: checkpoint.number,
            takenAt: checkpoint.takenAt.toISOString(),
            events: checkpoint.events,
            root: checkpoint.root,
            timeStampedAt: timeStampedAt?.toISOString() ?? null,
          }
        : null,
      check: check ? { checkedAt: check.at, checked: check.checked, faults: check.faults } : null,
    }
  })
}

function unreachable(cause: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    'We can’t reach the checkpoints right now. Try again in a moment.',
    { retryAfter: 10 },
    { cause },
  )
}

/**
 * An export's filters without texts typed to find people: a name or address is personal data, and the ledger
 * keeps everything. An account number is recorded.
 */
function withoutTyped({ person, actor, ...rest }: { person?: string; actor?: string }) {
  const told = (words: string | undefined) =>
    words !== undefined && /^\d{1,15}$/.test(words) ? words : undefined
  const typed = Object.entries({ person, actor }).flatMap(([field, words]) =>
    words !== undefined && told(words) === undefined ? [field] : [],
  )
  return { ...rest, person: told(person), actor: told(actor), ...(typed.length && { typed }) }
}
