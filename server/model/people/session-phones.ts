import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type RecordedAct, recordEvent } from '#server/model/audit/record-event.ts'
import { handOffs } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Disconnects the phones that take photos for a person, or for sessions that have ended, named by the hashes of
 * their tokens. Links that no phone has opened yet end too.
 */
export async function endPhones(
  tx: Db,
  act: RecordedAct,
  of: { userId: number } | { sessions: readonly string[] },
): Promise<void> {
  const isTheirs =
    'userId' in of ? eq(handOffs.userId, of.userId) : inArray(handOffs.sessionHash, [...of.sessions])
  const phones = await tx
    .update(handOffs)
    .set({ endedAt: act.at })
    .where(and(isTheirs, isNull(handOffs.endedAt)))
    .returning({ id: handOffs.id, userId: handOffs.userId })
  for (const { id, userId } of phones)
    await recordEvent(tx, {
      ...act,
      type: 'hand_off.ended',
      userId,
      subject: `hand_off:${id}`,
      after: { by: 'sign-out' },
    })
}

/** Passes a person's phone on to the session that replaces former ones, as when they sign in again in the same browser. */
export async function passPhones(
  tx: Db,
  { userId, from, to }: { userId: number; from: readonly string[]; to: string },
): Promise<void> {
  await tx
    .update(handOffs)
    .set({ sessionHash: to })
    .where(and(eq(handOffs.userId, userId), inArray(handOffs.sessionHash, [...from])))
}
