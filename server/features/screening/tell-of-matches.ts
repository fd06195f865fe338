import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { CaseKind } from '#contract/verification/cases.ts'
import { casePath } from '#server/model/cases/case-staff-notices.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { type NoticeToGive, tellStaffWhoMay } from '#server/model/mail/notices.ts'
import { cases } from '#server/model/schema/cases.ts'
import { screeningMatches } from '#server/model/schema/sanctions.ts'
import { users } from '#server/model/schema/users.ts'
import { IS_OPEN_MATCH } from '#server/model/screening/case-screenings.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { closeNoticesOfMatches } from './screening.sql.ts'

interface Told {
  id: number
  caseId: number
  userId: number
  kind: string
}

/**
 * Tells administrators of the open matches that no one was told of, of one case or of all: once, however many a run over
 * thousands of cases has found. What a run that broke off has found is told by the next one. Anyone who a match is about is
 * told nothing, also where they are staff (law §3.2). Returns how many matches it told of.
 */
export async function tellOfMatches(
  { database, now }: Pick<Services, 'database' | 'now'>,
  caseId?: number,
): Promise<number> {
  const at = now()
  return database.transaction(async (tx) => {
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
      .returning({ id: screeningMatches.id, caseId: cases.id, userId: cases.userId, kind: cases.kind })
    await closeMatchNotices(tx, at)
    const [first] = told
    if (!first) return 0
    const held = await heldOf(tx, told)
    await tellStaffWhoMay(
      tx,
      'screening.decide',

      {
        key: `matches:${Math.max(...told.map(({ id }) => id))}`,
        ...placeOf(told, first, held),
        urgent: { task: matchTask(at) },
        at,
      },
      [...new Set(told.map(({ userId }) => userId))],
    )
    return told.length
  })
}

/** How many of these people no one but the screening has suspended. */
function heldOf(tx: Db, told: readonly Told[]): Promise<number> {
  const people = told.map(({ userId }) => userId)
  return tx.$count(
    users,
    and(inArray(users.id, people), isNotNull(users.suspendedAt), isNull(users.suspendedBy)),
  )
}

/** Of one case its own page and the name of who it is about, of several the list. */
function placeOf(
  told: readonly Told[],
  { userId, kind }: Told,
  held: number,
): Pick<NoticeToGive, 'title' | 'path' | 'about'> {
  const matches = told.length === 1 ? '1 new screening match' : `${told.length} new screening matches`
  const found = new Set(told.map((match) => match.caseId))
  if (found.size > 1) {
    const suspended =
      held === 0 ? '' : held === 1 ? '; 1 account is suspended' : `; ${held} accounts are suspended`
    return { title: `${matches} in ${found.size} cases${suspended}`, path: '/admin/screening' }
  }
  const about = { userId, kind: CaseKind.parse(kind) }
  return {
    title: `${matches} for {about}${held > 0 ? ', whose account is suspended' : ''}`,
    path: casePath(userId, about),
    about,
  }
}

/** The task of deciding on all matches that were told of at one moment, which they keep as `told_at`. */
function matchTask(toldAt: Date): string {
  return `matches:${toldAt.toISOString()}`
}

/**
 * Tells everyone who may decide on a match that it waits for a second person: not who spoke first, and not whom it is about,
 * whom it doesn't name either. `version` is that of the match since then.
 */
export async function tellOfProposal(
  tx: Db,
  { id, version }: { id: number; version: number },
  { by, about, at }: { by: number; about: Pick<StoredCase, 'userId' | 'current'>; at: Date },
): Promise<void> {
  const task = `match:${id}:${version}`
  await tellStaffWhoMay(
    tx,
    'screening.decide',
    {
      key: task,
      title: 'A screening match waits for a second person',
      detail: 'Someone has said what it is. It counts once you or another colleague say the same.',
      path: casePath(about.userId, about.current),
      urgent: { task },
      at,
    },
    [by, about.userId],
  )
}

/**
 * Closes what told of matches none of which is open any more: decided on, or no match by now; and of those that wait for a
 * second person no more.
 */
export async function closeMatchNotices(tx: Db, at: Date): Promise<void> {
  await closeNoticesOfMatches(tx, [at])
}
