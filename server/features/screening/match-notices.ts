import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { CaseKind } from '#contract/verification/cases.ts'
import { casePath } from '#server/model/cases/case-staff-notices.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { giveNotice, type NoticeToGive, tellStaffWhoMay } from '#server/model/mail/notices.ts'
import { isErasedId } from '#server/model/people/erased-people.ts'
import { cases } from '#server/model/schema/cases.ts'
import { screeningMatches } from '#server/model/schema/sanctions.ts'
import { users } from '#server/model/schema/users.ts'
import { IS_OPEN_MATCH } from '#server/model/screening/case-screenings.ts'
import { closeMatchNotices } from '#server/model/screening/close-match-notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'

interface Told {
  id: number
  caseId: number
  userId: number
  kind: string
}

/** A notice that grows with what the same run finds later. */
interface GrowingNotice {
  key: string
  at: Date
}

/**
 * Tells administrators about open matches that weren't reported yet, of one case or all. The next run reports what
 * an interrupted one found. The person a match is about is told nothing, even if they are staff (law §3.4).
 * Returns the number of matches reported.
 */
export async function giveMatchNotices(
  { database, now }: Pick<Services, 'database' | 'now'>,
  caseId?: number,
): Promise<number> {
  return (await database.transaction((tx) => giveNotices(tx, now(), { caseId }))).told
}

/** The notice of one run over many cases: given at its first match, and growing with later ones. */
export class RunNotice {
  private readonly services: Pick<Services, 'database' | 'now'>
  private notice: GrowingNotice | undefined

  constructor(services: Pick<Services, 'database' | 'now'>) {
    this.services = services
  }

  async tell(): Promise<void> {
    const { database, now } = this.services
    const { notice } = await database.transaction((tx) => giveNotices(tx, now(), { notice: this.notice }))
    this.notice = notice
  }
}

async function giveNotices(
  tx: Db,
  now: Date,
  { caseId, notice }: { caseId?: number | undefined; notice?: GrowingNotice | undefined },
): Promise<{ told: number; notice: GrowingNotice | undefined }> {
  const at = notice?.at ?? now
  const told = await tx
    .update(screeningMatches)
    .set({ toldAt: at })
    .from(cases)
    .where(
      and(
        eq(cases.id, screeningMatches.caseId),
        IS_OPEN_MATCH,
        isNull(screeningMatches.toldAt),
        caseId === undefined ? undefined : eq(screeningMatches.caseId, caseId),
      ),
    )
    .returning(TOLD)
  const all = told.length > 0 && notice ? await openSince(tx, notice) : told
  const [first] = all
  if (!first) {
    await closeMatchNotices(tx, now)
    return { told: 0, notice }
  }
  const key = notice?.key ?? `matches:${Math.max(...told.map(({ id }) => id))}`
  await tellStaffWhoMay(
    tx,
    'screening.decide',
    {
      key,
      ...placeOf(all, first, await heldOf(tx, all)),
      urgent: { task: matchTask(at) },
      at,
      grows: notice !== undefined,
    },
    [...new Set(all.map(({ userId }) => userId))],
  )
  // After telling: among the matches may be one of an erased account, which not everyone told may read.
  await closeMatchNotices(tx, now)
  return { told: told.length, notice: { key, at } }
}

const TOLD = { id: screeningMatches.id, caseId: cases.id, userId: cases.userId, kind: cases.kind }

/** The matches of a notice that are still open. */
async function openSince(tx: Db, { at }: GrowingNotice): Promise<Told[]> {
  return tx
    .select(TOLD)
    .from(screeningMatches)
    .innerJoin(cases, eq(cases.id, screeningMatches.caseId))
    .where(and(eq(screeningMatches.toldAt, at), IS_OPEN_MATCH))
    .orderBy(asc(screeningMatches.id))
}

/** How many of these people were suspended by the screening only. */
function heldOf(tx: Db, told: readonly Told[]): Promise<number> {
  const people = told.map(({ userId }) => userId)
  return tx.$count(
    users,
    and(inArray(users.id, people), isNotNull(users.suspendedAt), isNull(users.suspendedBy)),
  )
}

/** Links to the case, or for several to the list, without naming anyone, as in all notices. */
function placeOf(
  told: readonly Told[],
  { userId, kind }: Told,
  held: number,
): Pick<NoticeToGive, 'title' | 'path'> {
  const matches = told.length === 1 ? '1 new screening match' : `${told.length} new screening matches`
  const suspended =
    held === 0 ? '' : held === 1 ? '; 1 account is suspended' : `; ${held} accounts are suspended`
  const found = new Set(told.map((match) => match.caseId))
  return found.size > 1
    ? { title: `${matches} in ${found.size} cases${suspended}`, path: '/admin/screening' }
    : { title: `${matches}${suspended}`, path: casePath(userId, { kind: CaseKind.parse(kind) }) }
}

/** The task of deciding all matches reported at the same moment, stored as their `told_at`. */
function matchTask(toldAt: Date): string {
  return `matches:${toldAt.toISOString()}`
}

/** A match, with the version that what was said last has given it. */
interface SpokenMatch {
  id: number
  version: number
  about: Pick<StoredCase, 'userId' | 'current'>
}

/**
 * Tells everyone who may decide on a match, of an erased account's only those who may read it, that it awaits a
 * second person, except who spoke last and the person it is about, without naming that person. The text says who
 * disagrees with whom.
 */
export async function giveProposalNotice(
  tx: Db,
  { id, version, about }: SpokenMatch,
  { by, at, disagreement }: { by: number; at: Date; disagreement: string | null },
): Promise<void> {
  const task = `match:${id}:${version}`
  const isRetained = await isErasedId(tx, about.userId)
  await tellStaffWhoMay(
    tx,
    isRetained ? ['screening.decide', 'people.erased'] : ['screening.decide'],
    {
      key: task,
      ...(disagreement
        ? { title: DISAGREEMENT_TITLE, detail: `${disagreement} One more person must look at it.` }
        : {
            title: 'A screening match waits for a second person',
            detail: 'Someone has said what it is. It counts once you or another colleague say the same.',
          }),
      path: casePath(about.userId, about.current),
      urgent: { task },
      at,
    },
    [by, about.userId],
  )
}

/** Tells who had said that a confirmed match is someone else that a colleague disagrees. No one has to do anything. */
export async function giveStillConfirmedNotice(
  tx: Db,
  { id, version, about }: SpokenMatch,
  { to, at, disagreement }: { to: number; at: Date; disagreement: string },
): Promise<void> {
  await giveNotice(tx, {
    userId: to,
    key: `match:${id}:${version}`,
    title: DISAGREEMENT_TITLE,
    detail: `${disagreement} It stays confirmed.`,
    path: casePath(about.userId, about.current),
    at,
  })
}

const DISAGREEMENT_TITLE = 'Two people disagree about a screening match'
