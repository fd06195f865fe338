import { eq } from 'drizzle-orm'
import { hashToken } from '#server/model/access/session-store.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { draftNudges, nudgeOptOuts } from '#server/model/schema/nudges.ts'
import type { Services } from '#server/services.ts'

/** Notes that the owner of a link wants no more reminders, once; an unknown link changes nothing. */
export async function stopReminders(
  { database, now }: Pick<Services, 'database' | 'now'>,
  token: string,
): Promise<void> {
  const at = now()
  await database.transaction(async (tx) => {
    const [nudge] = await tx
      .select({ userId: draftNudges.userId })
      .from(draftNudges)
      .where(eq(draftNudges.tokenHash, hashToken(token)))
    if (!nudge) return
    const { userId } = nudge
    const noted = await tx
      .insert(nudgeOptOuts)
      .values({ userId, at })
      .onConflictDoNothing()
      .returning({ userId: nudgeOptOuts.userId })
    if (noted.length)
      await recordEvent(tx, {
        at,
        type: 'user.reminders_stopped',
        actor: { kind: 'user', id: userId },
        userId,
      })
  })
}
