import { and, eq, isNull } from 'drizzle-orm'
import { cases } from '#server/platform/database/schema/cases.ts'
import { screeningMatches } from '#server/platform/database/schema/sanctions.ts'
import { tellAdministrators } from '#server/records/mail/notices.ts'
import { IS_OPEN_MATCH } from '#server/records/screening/case-screenings.ts'
import type { Services } from '#server/services.ts'

interface Told {
  id: number
  caseId: number
  userId: number
  kind: string
}

/**
 * Tells administrators of the open matches that nobody was told of, of one case or of all: once, however many a run over
 * thousands of cases has found. What a run that broke off has found is told by the next one. Whoever a match is about is
 * told nothing, also where they are staff (domain 3.2). Gives how many matches it told of.
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
    const [first] = told
    if (!first) return 0
    await tellAdministrators(
      tx,
      {
        key: `matches:${Math.max(...told.map(({ id }) => id))}`,
        title:
          told.length === 1
            ? '1 new sanctions match to decide on'
            : `${told.length} new sanctions matches to decide on`,
        ...placeOf(told, first),
        at,
      },
      [...new Set(told.map(({ userId }) => userId))],
    )
    return told.length
  })
}

/** Of one case its own page, of several the list. Without a name: a notice is kept longer than a case may be. */
function placeOf(told: readonly Told[], { userId, kind }: Told): { detail: string; path: string } {
  const found = new Set(told.map((one) => one.caseId))
  if (found.size > 1) return { detail: `In ${found.size} cases`, path: '/admin/screening' }
  return kind === 'business'
    ? { detail: `Company of user ${userId}`, path: `/admin/users/${userId}?tab=business` }
    : { detail: `User ${userId}`, path: `/admin/users/${userId}?tab=kyc` }
}
