import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ListSource, MatchLevel } from '#contract/sanctions.ts'
import { MATCHER_VERSION } from '#domain/screening/screening-keys.ts'
import { comparedOf, type ScreeningSubject } from '#domain/screening/screening-records.ts'
import { isCurrentRun } from '#domain/screening/screening-standing.ts'
import { businessSubjects, consumerSubjects } from '#domain/screening/screening-subjects.ts'
import type { Db } from '#server/platform/database/database.ts'
import { cases } from '#server/platform/database/schema/cases.ts'
import {
  caseScreenings,
  type ScreeningMatchRow,
  sanctionsEntries,
  screeningMatches,
} from '#server/platform/database/schema/sanctions.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { findBusiness } from '#server/records/cases/business-profiles.ts'
import type { StoredCase } from '#server/records/cases/cases.ts'
import { findKycProfile } from '#server/records/cases/kyc-profiles.ts'
import { type ForceList, listsInForce } from './sanctions-lists.ts'
import { type Found, searchLists } from './search-lists.ts'

/** Whom a case asks about now; no one before the first submission. */
export async function subjectsOf(db: Db, { userId, record }: StoredCase): Promise<ScreeningSubject[]> {
  if (record.kind === 'business') {
    const business = await findBusiness(db, userId)
    return business ? businessSubjects(business.answers) : []
  }
  const profile = await findKycProfile(db, userId)
  return profile ? consumerSubjects(profile) : []
}

/**
 * Screens everyone of a case against the lists in force, unless that was done for this submission and these lists
 * (law §3.3). What a person has dismissed stays so while neither side has changed; nothing is decided here. Without a
 * list nothing is done: the case then counts as not screened. Returns the levels of the matches that are new.
 */
export async function screenCase(tx: Db, stored: StoredCase, at: Date): Promise<readonly MatchLevel[]> {
  await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, stored.id)).for('update')
  const lists = await listsInForce(tx)
  const [run] = await tx.select().from(caseScreenings).where(eq(caseScreenings.caseId, stored.id))
  if (lists.length === 0 || isCurrentRun(run, { lists, round: stored.record.round })) return []
  // Indexed by a former version, a list would not find everyone: it is renewed first, and until then no one is clear.
  if (lists.some(({ matcher }) => matcher !== MATCHER_VERSION)) return []
  const subjects = await subjectsOf(tx, stored)
  const found: Found[] = []
  for (const ofSubject of await searchLists(tx, subjects, lists)) found.push(...ofSubject)
  const changed = await keepMatches(tx, stored.id, found, { lists, at })
  const values = {
    round: stored.record.round,
    listIds: lists.map(({ id }) => id),
    lists: lists.map(({ stamp }) => stamp),
    subjects,
    screenedAt: at,
  }
  await tx
    .insert(caseScreenings)
    .values({ caseId: stored.id, ...values })
    .onConflictDoUpdate({ target: caseScreenings.caseId, set: values })
  // A list that comes every day and finds nothing new is told by the case's own row.
  const opened = changed.opened.length
  if (run && run.round === values.round && !opened && !changed.ended) return []
  await recordEvent(tx, {
    at,
    type: 'screening.changed',
    actor: { kind: 'system' },
    userId: stored.userId,
    caseId: stored.id,
    subject: `case:${stored.id}`,
    after: { lists: values.lists, subjects: subjects.length, matches: found.length, ...changed, opened },
  })
  return changed.opened
}

/**
 * Brings the standing matches of a case to what was found: new ones are open, those that are none any more end. One that
 * two people have confirmed stays for as long as its entry is listed: another name or birth date frees no one.
 */
async function keepMatches(
  tx: Db,
  caseId: number,
  found: readonly Found[],
  { lists, at }: { lists: readonly ForceList[]; at: Date },
): Promise<{ opened: MatchLevel[]; ended: number }> {
  const standing = await tx
    .select()
    .from(screeningMatches)
    .where(and(eq(screeningMatches.caseId, caseId), isNull(screeningMatches.endedAt)))
  const isSame = (row: ScreeningMatchRow, one: Found) =>
    placeOf(row) === placeOf({ ...one, source: one.list.source, entryRef: one.entry.ref }) &&
    (isConfirmed(row) ||
      // As it is hashed today: a former release hashed more than what is compared.
      (comparedOf(row.entry) === comparedOf(one.entry) && row.subjectHash === one.subjectHash))
  const lost = standing.filter((row) => !found.some((one) => isSame(row, one)))
  const ended: ScreeningMatchRow[] = []
  for (const row of lost) if (!isConfirmed(row) || !(await isListed(tx, row, lists))) ended.push(row)
  for (const { id } of ended)
    await tx.update(screeningMatches).set({ endedAt: at }).where(eq(screeningMatches.id, id))
  const opened: MatchLevel[] = []
  for (const one of found) {
    const same = standing.find((row) => isSame(row, one))
    const result = {
      level: one.level,
      score: one.score,
      explanation: one.explanation,
      list: one.list.stamp,
      entry: one.entry,
      entryHash: one.entryHash,
    }
    if (same) {
      await tx.update(screeningMatches).set(result).where(eq(screeningMatches.id, same.id))
      continue
    }
    opened.push(one.level)
    await tx.insert(screeningMatches).values({
      ...result,
      caseId,
      subjectKey: one.subjectKey,
      subjectHash: one.subjectHash,
      source: one.list.source,
      entryRef: one.entry.ref,
      foundAt: at,
    })
  }
  return { opened, ended: ended.length }
}

/** Two people said that it is the listed one. */
function isConfirmed({ state, entry }: ScreeningMatchRow): boolean {
  return state === 'true' && !entry.isExposedOnly
}

async function isListed(
  tx: Db,
  { source, entryRef }: ScreeningMatchRow,
  lists: readonly ForceList[],
): Promise<boolean> {
  const ids = lists.filter((list) => list.source === source).map(({ id }) => id)
  const [row] = await tx
    .select({ ref: sanctionsEntries.ref })
    .from(sanctionsEntries)
    .where(and(inArray(sanctionsEntries.listId, ids), eq(sanctionsEntries.ref, entryRef)))
  return row !== undefined
}

function placeOf({
  subjectKey,
  source,
  entryRef,
}: {
  subjectKey: string
  source: ListSource | string
  entryRef: string
}): string {
  return JSON.stringify([subjectKey, source, entryRef])
}

/** Cases that someone may deal with: a rejected or withdrawn one is no one's customer. */
const SCREENED_STATES = [
  'draft',
  'submitted',
  'in_review',
  'needs_resubmission',
  'awaiting_second_approval',
  'approved',
  'reverification_due',
]

/** Which submitted cases are not screened against the lists in force, from `after` on in the order of their ids. */
export async function casesToScreen(db: Db, after: number, limit: number): Promise<number[]> {
  const lists = await listsInForce(db)
  if (lists.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from cases c join users u on u.id = c.user_id left join case_screenings s on s.case_id = c.id
    where ${waits(lists)} and c.id > ${after} order by c.id limit ${limit}`)
  return rows.map(({ id }) => Number(id))
}

/** How many there are. */
export async function countToScreen(db: Db): Promise<number> {
  const lists = await listsInForce(db)
  if (lists.length === 0) return 0
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) from cases c join users u on u.id = c.user_id left join case_screenings s on s.case_id = c.id
    where ${waits(lists)}`)
  return Number(rows[0]?.count)
}

function waits(lists: readonly ForceList[]) {
  const ids = `{${lists.map(({ id }) => id).join(',')}}`
  const states = `{${SCREENED_STATES.join(',')}}`
  return sql`c.round > 0 and c.state = any(${states}::text[]) and u.issuer <> 'applicant'
    and (s.case_id is null or s.round <> c.round or s.list_ids <> ${ids}::bigint[])`
}
