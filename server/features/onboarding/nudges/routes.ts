import { eq } from 'drizzle-orm'
import * as contract from '#contract/onboarding/nudges.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { linkPage } from '#server/model/mail/mail-person.ts'
import { draftNudges, nudgeOptOuts } from '#server/model/schema/notices.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'

/** The unsubscribe link in reminders, for anyone who has the email, signed in or not. */
export function registerNudges(routes: Routes, services: Services): void {
  routes.on(contract.confirmStopReminders)(async ({ params, reply }) =>
    reply.redirect(linkPage('/stop-reminders', params.token)),
  )

  routes.on(contract.stopReminders)(async ({ params }) => {
    await stopReminders(services, params.token)
    return { success: true }
  })
}

/** Records that a link's owner wants no more reminders. Idempotent; an unknown link changes nothing. */
async function stopReminders(
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
