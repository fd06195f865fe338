import { and, eq, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import type { ShownEmail } from '#contract/account/shown-email.ts'
import {
  type Complaint,
  ComplaintState,
  ErasurePlan,
  type ErasureRequest,
  ErasureState,
} from '#contract/privacy/privacy.ts'
import type { AdminComplaint, AdminErasure, LegalHold } from '#contract/privacy/privacy-admin.ts'
import { erasurePlan } from '#domain/privacy/retention.ts'
import { unnamed } from '#server/model/people/names.ts'
import { ADDRESS_FIELDS, shownEmail } from '#server/model/people/proven-email.ts'
import { isOnLegalHold, relationshipOf } from '#server/model/people/relationships.ts'
import {
  type ComplaintRow,
  complaints,
  type ErasureRequestRow,
  erasureRequests,
  type LegalHoldRow,
  legalHolds,
} from '#server/model/schema/privacy.ts'
import { users } from '#server/model/schema/users.ts'
import { casesWithOpenMatch } from '#server/model/screening/case-screenings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isMoment, type Paging, pageOf, readCursor } from '#server/platform/database/keyset.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { expectedEnd } from './erasure-end.ts'

interface Query extends Paging {
  open: boolean
  /** The reader, if what is about themselves is left out. */
  hiddenFrom?: number
}

/** An administration list over one table, and its single rows. */
interface RequestList<Shown> {
  /** Open ones by due date, all others newest first. Throws VALIDATION_ERROR for a cursor that isn't ours. */
  list(query: Query): Promise<{ rows: Shown[]; nextCursor: string | null }>
  find(id: number): Promise<Shown>
}

type RequestTable = typeof erasureRequests | typeof complaints | typeof legalHolds

interface ListParts<Row, Shown> {
  table: RequestTable
  /** The sort order of open ones, and a row's value in it. */
  order: SQL
  orderOf(row: Row): Date
  isOpen: SQL
  present(db: Db, row: Row, people: Map<number, PersonRow>): Promise<Shown>
  /** Everyone whose name a row needs. */
  named(row: Row): (number | null)[]
}

interface PersonRow extends ShownEmail {
  id: number
  name: string | null
}

function requestList<Row extends { id: number }, Shown>(
  { database: { db } }: Pick<Services, 'database'>,
  parts: ListParts<Row, Shown>,
): RequestList<Shown> {
  const { table, order, orderOf, isOpen, present, named } = parts
  const shown = async (rows: Row[]) => {
    const people = await peopleOf(
      db,
      rows.flatMap((row) => named(row).filter((id) => id !== null)),
    )
    const result: Shown[] = []
    for (const row of rows) result.push(await present(db, row, people))
    return result
  }
  return {
    async list({ limit, cursor, open, hiddenFrom }) {
      const place = cursor ? readCursor(cursor, isMoment) : undefined
      const after =
        place &&
        sql`(${order}, ${table.id}) ${sql.raw(open ? '>' : '<')} (${place.key}::timestamptz, ${Number(place.id)})`
      const direction = sql.raw(open ? 'asc' : 'desc')
      const rows = (await db
        .select()
        .from(table)
        .where(
          and(
            open ? isOpen : not(isOpen),
            after,
            hiddenFrom === undefined ? undefined : ne(table.userId, hiddenFrom),
          ),
        )
        .orderBy(sql`${order} ${direction}, ${table.id} ${direction}`)
        .limit(limit + 1)) as unknown as Row[]
      const { page, nextCursor } = pageOf(rows, limit, (last) => ({
        key: orderOf(last).toISOString(),
        id: String(last.id),
      }))
      return { rows: await shown(page), nextCursor }
    },
    async find(id) {
      const rows = (await db.select().from(table).where(eq(table.id, id))) as unknown as Row[]
      const [row] = await shown(rows)
      if (!row) throw new AppError('NOT_FOUND', 'There is no such entry.')
      return row
    },
  }
}

async function peopleOf(db: Db, ids: number[]): Promise<Map<number, PersonRow>> {
  if (!ids.length) return new Map()
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      ...ADDRESS_FIELDS,
    })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map(({ id, name, ...addresses }) => [id, { id, name, ...shownEmail(addresses) }]))
}

function personOf(people: Map<number, PersonRow>, userId: number) {
  const found = people.get(userId)
  return {
    userId,
    name: found?.name ?? null,
    email: found?.email ?? null,
    email_confirmed: found?.email_confirmed ?? false,
  }
}

function nameOf(people: Map<number, PersonRow>, id: number | null): string | null {
  if (id === null) return null
  const found = people.get(id)
  return found?.name ?? found?.email ?? unnamed(id)
}

/** Requests to erase everything, with what they will do or have done. */
export function erasureList(
  services: Pick<Services, 'database' | 'config' | 'now'>,
): RequestList<AdminErasure> {
  return requestList<ErasureRequestRow, AdminErasure>(services, {
    table: erasureRequests,
    order: sql`${erasureRequests.dueAt}`,
    orderOf: (row) => row.dueAt,
    isOpen: sql`${erasureRequests.state} = 'requested'`,
    named: (row) => [row.userId, row.decidedBy],
    present: async (db, row, people) => ({
      ...presentErasure(row),
      person: personOf(people, row.userId),
      reason: row.reason,
      decidedBy: nameOf(people, row.decidedBy),
      plan: row.plan
        ? ErasurePlan.parse(row.plan)
        : erasurePlan(
            await relationshipOf(db, row.userId),
            expectedEnd(row, services.now()),
            services.config.retention,
            services.config.dateStyle,
          ),
      isHeld: await isOnLegalHold(db, row.userId),
      openMatches: await casesWithOpenMatch(db, row.userId),
    }),
  })
}

/** Complaints about data protection. */
export function complaintList(services: Pick<Services, 'database'>): RequestList<AdminComplaint> {
  return requestList<ComplaintRow, AdminComplaint>(services, {
    table: complaints,
    order: sql`${complaints.dueAt}`,
    orderOf: (row) => row.dueAt,
    isOpen: sql`${complaints.state} <> 'closed'`,
    named: (row) => [row.userId, row.answeredBy],
    present: async (_, row, people) => ({
      ...presentComplaint(row),
      person: personOf(people, row.userId),
      answeredBy: nameOf(people, row.answeredBy),
      closedAt: row.closedAt?.toISOString() ?? null,
    }),
  })
}

/** Legal holds: those in force, or those that were lifted. */
export function legalHoldList(services: Pick<Services, 'database'>): RequestList<LegalHold> {
  return requestList<LegalHoldRow, LegalHold>(services, {
    table: legalHolds,
    order: sql`${legalHolds.setAt}`,
    orderOf: (row) => row.setAt,
    isOpen: sql`${legalHolds.liftedAt} is null`,
    named: (row) => [row.userId, row.setBy, row.liftedBy],
    present: async (_, row, people) => ({
      id: row.id,
      person: personOf(people, row.userId),
      reason: row.reason,
      setBy: nameOf(people, row.setBy),
      setAt: row.setAt.toISOString(),
      liftedBy: nameOf(people, row.liftedBy),
      liftedAt: row.liftedAt?.toISOString() ?? null,
      liftReason: row.liftReason,
    }),
  })
}

/** An erasure request for its person. */
export function presentErasure(row: ErasureRequestRow): ErasureRequest {
  return {
    id: row.id,
    state: ErasureState.parse(row.state),
    requestedAt: row.requestedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    answer: row.answer,
  }
}

/** A complaint for its person. */
export function presentComplaint(row: ComplaintRow): Complaint {
  return {
    id: row.id,
    reference: referenceOf(row),
    state: ComplaintState.parse(row.state),
    text: row.text,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    answer: row.answer,
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }
}

/** The reference that people quote for a complaint. */
export function referenceOf({ id }: Pick<ComplaintRow, 'id'>): string {
  return `DP-${String(id).padStart(6, '0')}`
}
