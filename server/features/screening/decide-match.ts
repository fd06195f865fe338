import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { decideMatch as contract, ScreeningMatch } from '#contract/screening.ts'
import { screeningMatches } from '#server/platform/database/schema/sanctions.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { findCaseById } from '#server/records/cases/cases.ts'
import { namesOf, unnamed } from '#server/records/people/names.ts'
import { presentMatch } from '#server/records/screening/case-screenings.ts'
import type { Services } from '#server/services.ts'
import { settleMatchNotices } from './match-notices.ts'

/**
 * Keeps what a person says of a match, with their reason (law §3.3). Nothing follows by itself: who is confirmed to be
 * listed can't be approved, and is told nothing. Throws NOT_FOUND, FORBIDDEN for one's own case, STALE_VERSION, and
 * INVALID_STATE for a match that is none any more.
 */
export async function decideMatch(
  { database, now }: Services,
  by: { userId: number; origin: Origin },
  matchId: number,
  { version, state, comment }: z.output<typeof contract.body>,
): Promise<ScreeningMatch> {
  const at = now()
  return database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(screeningMatches)
      .where(eq(screeningMatches.id, matchId))
      .for('update')
    const stored = row && (await findCaseById(tx, row.caseId))
    if (!row || !stored) throw new AppError('NOT_FOUND', 'There is no such match.')
    if (stored.userId === by.userId)
      throw new AppError('FORBIDDEN', 'This is your own verification. Another administrator decides on it.')
    const names = await namesOf(tx, [by.userId, ...(row.decidedBy === null ? [] : [row.decidedBy])])
    const nameOf = (id: number) => names.get(id) ?? unnamed(id)
    if (row.version !== version)
      throw new AppError('STALE_VERSION', 'Someone else has already decided on this match.', {
        conflict: {
          version: row.version,
          decidedBy: row.decidedBy === null ? undefined : nameOf(row.decidedBy),
          decidedAt: row.decidedAt?.toISOString(),
        },
      })
    if (row.endedAt)
      throw new AppError(
        'INVALID_STATE',
        'The list or the person’s details changed, and this is no longer a match.',
      )
    const decision = { state, comment, decidedAt: at, decidedBy: by.userId, version: row.version + 1 }
    await tx.update(screeningMatches).set(decision).where(eq(screeningMatches.id, matchId))
    await settleMatchNotices(tx, at)
    await recordEvent(tx, {
      at,
      type: 'screening.match_decided',
      actor: { kind: 'staff', id: by.userId },
      userId: stored.userId,
      caseId: stored.id,
      subject: `match:${matchId}`,
      before: { state: row.state, comment: row.comment },
      after: { state, list: row.list, entry: row.entryRef, level: row.level, score: row.score },
      note: comment,
      origin: by.origin,
    })
    return presentMatch({ ...row, ...decision }, nameOf)
  })
}
