import { CaseKind } from '#contract/verification/cases.ts'
import { type RecentReading, type UnusualReading, unusualReading } from '#domain/cases/unusual-reading.ts'
import { usableNames } from '#domain/person-name.ts'
import { londonDate, londonTime } from '#domain/plain-date.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { findCase } from '#server/model/cases/cases.ts'
import { readingBasis } from '#server/model/documents/document-readings.ts'
import { alarmSuperAdmins, mailPerson } from '#server/model/mail/mail-person.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'
import { lockReader, selectNamesOfPerson, selectRecentReading } from './documents.sql.ts'

/** What staff get of a document: a page to read, numbered if there are several, or the original. */
export interface DocumentAccess {
  type: 'document.fetched' | 'document.downloaded'
  page?: number
}

/**
 * Records what a member of staff gets of someone else's document, why, and anything unusual about it, which
 * super admins are told (security R11, R24). Throws INVALID_STATE if they neither own the case nor gave a
 * reason.
 */
export async function recordReading(
  services: Services,
  caller: Pick<Caller, 'userId'>,
  row: DocumentRow,
  { type, page }: DocumentAccess,
  origin: Origin,
): Promise<void> {
  const { userId: readerId } = caller
  const { userId } = row
  const now = services.now()
  await services.database.transaction(async (tx) => {
    // One reader's reads are counted one after the other, so that none of two concurrent ones is missed.
    await lockReader(tx, [String(readerId)])
    const stored = await findCase(tx, userId, CaseKind.parse(row.kind))
    const basis = await readingBasis(tx, { readerId, userId, current: stored?.current, now })
    if (!basis)
      throw new AppError(
        'INVALID_STATE',
        'Claim this case, or say why you’re opening its documents. Nothing was shown.',
      )
    const hasCase = basis.kind === 'case'
    const recent = await recentReading(tx, { readerId, userId, hasCase, now })
    const readerNames = await namesOf(tx, readerId)
    const personNames = await namesOf(tx, userId)
    const unusual = unusualReading(
      { now, hasCase, recent, readerNames, personNames },
      services.config.reading,
    )
    await recordEvent(tx, {
      at: now,
      type,
      actor: { kind: 'staff', id: readerId },
      userId,
      caseId: stored?.id,
      subject: `document:${row.id}`,
      after: {
        slot: row.slot,
        ...(page && { page }),
        basis: basis.kind,
        ...(unusual.length > 0 && { unusual }),
      },
      ...(basis.kind === 'reason' && { note: basis.reason }),
      origin,
    })
    for (const rule of unusual)
      await tellSuperAdmins(services, tx, {
        rule,
        readerId,
        reader: readerNames[0] ?? `User ${readerId}`,
        recent,
        now,
      })
  })
}

/** Whose documents a reader has opened lately, from the ledger, including the current person. */
async function recentReading(
  tx: Db,
  { readerId, userId, hasCase, now }: { readerId: number; userId: number; hasCase: boolean; now: Date },
): Promise<RecentReading> {
  const { rows } = await selectRecentReading(tx, [
    readerId,
    userId,
    hasCase ? 'case' : 'reason',
    hoursBefore(now, 1),
    hoursBefore(now, 24),
    now,
  ])
  const [counted] = rows
  if (!counted) throw new Error('A count answers with its row')
  return counted
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * 3_600_000)
}

/** The names by which someone is known: of their account, their application, and their company's people. */
async function namesOf(tx: Db, userId: number): Promise<string[]> {
  const { rows } = await selectNamesOfPerson(tx, [userId])
  return usableNames(rows.map(({ name }) => name))
}

/** Told once a day per reader and rule, however often it applies. */
async function tellSuperAdmins(
  services: Services,
  tx: Db,
  told: { rule: UnusualReading; readerId: number; reader: string; recent: RecentReading; now: Date },
): Promise<void> {
  const { rule, readerId, reader, now } = told
  const day = londonDate(now)
  const what = textOf(told)
  const path = `/admin/audit?actor=${readerId}&from=${day}`
  await alarmSuperAdmins(tx, {
    key: `unusual-reading:${rule}:${readerId}:${day}`,
    title: 'Unusual reading of identity papers',
    detail: `${reader} ${what}.`,
    path,
    at: now,
    about: readerId,
    mail: (to) =>
      mailPerson(services, tx, {
        kind: 'unusual-reading',
        props: { reader, what, at: now, path },
        at: now,
        ...to,
      }),
  })
}

function textOf({ rule, recent, now }: { rule: UnusualReading; recent: RecentReading; now: Date }): string {
  const { hour, minute } = londonTime(now)
  switch (rule) {
    case 'hourly_number':
      return `opened documents of ${recent.peopleInHour} people within an hour`
    case 'daily_number':
      return `opened documents of ${recent.peopleInDay} people within 24 hours`
    case 'outside_hours':
      return `opened documents at ${hour}:${minute}, outside of working hours`
    case 'family_name':
      return 'opened documents of someone with the same family name'
    case 'no_case':
      return 'opened documents of someone whose case they weren’t working on'
    default:
      return rule satisfies never
  }
}
