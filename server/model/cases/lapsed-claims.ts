import type { Case } from '#domain/cases/case.ts'
import { lapsedClaim } from '#domain/cases/case-claims.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { casePath } from './case-staff-notices.ts'

/** The notice of the lapse of a claim at `at`, to whose claim it was; the same one, no matter who notices it first. */
export function noticeOfLapse(
  caseId: number,
  lapsed: { by: number; at: Date },
): { userId: number; key: string } {
  return { userId: lapsed.by, key: `lapsed:${caseId}:${lapsed.at.getTime()}` }
}

/**
 * Records that the claim of a locked case has lapsed, and tells whose it was; once for each claim, no matter who notices it
 * first. Returns whether it was news. Does nothing where no claim has lapsed.
 */
export async function recordLapse(
  tx: Db,
  { id, userId, current }: { id: number; userId: number; current: Case },
  now: Date,
): Promise<boolean> {
  const lapsed = lapsedClaim(current, now)
  if (!lapsed) return false
  const isNew = await giveNotice(tx, {
    ...noticeOfLapse(id, lapsed),
    title: 'Your claim on {about} has lapsed',
    detail: 'Nothing was done for 30 minutes, so others can take the case now.',
    path: casePath(userId, current),
    about: { userId, kind: current.kind },
    at: now,
  })
  if (isNew)
    await recordEvent(tx, {
      at: now,
      type: 'case.claim_lapsed',
      actor: { kind: 'system' },
      userId,
      caseId: id,
      subject: `case:${id}`,
      after: { owner: lapsed.by, lapsedAt: lapsed.at.toISOString() },
    })
  return isNew
}
