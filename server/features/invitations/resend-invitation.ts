import { eq } from 'drizzle-orm'
import {
  invitationExpiry,
  invitationStatus,
  isRepeatedResend,
  type ResendRefusal,
  resendRefusal,
} from '#domain/invitations/invitation.ts'
import { type Act, recordEvent } from '#server/model/audit/record-event.ts'
import {
  countingEvents,
  eventsOfInvitations,
  invitationSubject,
  lockInvitation,
} from '#server/model/invitations/invitations.ts'
import { invitations } from '#server/model/schema/invitations.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { mailInvitation } from './send-invitation.ts'

const REFUSALS: Readonly<Record<ResendRefusal, string>> = {
  accepted: 'This invitation has been accepted already.',
  unsubscribed: 'This person has unsubscribed, so no more invitations may be sent to them.',
  complained: 'This person has reported our email as spam, so no more invitations may be sent to them.',
}

/**
 * Sends an invitation again: another email with links of its own, tracked from the start; it can be accepted
 * for 14 days from now. Returns the address. Throws NOT_FOUND, and INVALID_STATE for someone who accepted or
 * unsubscribed.
 */
export async function resendInvitation(services: Services, act: Act, id: number): Promise<string> {
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const row = await lockInvitation(tx, id)
    if (!row) throw new AppError('NOT_FOUND', 'There is no such invitation.')
    const events = countingEvents((await eventsOfInvitations(tx, [id])).get(id) ?? [], row.status)
    const refusal = resendRefusal(invitationStatus({ ...row, events }, at))
    if (refusal) throw new AppError('INVALID_STATE', REFUSALS[refusal])
    if (isRepeatedResend(row.resentAt, at)) return row.email
    const changes = {
      status: 'pending',
      expiresAt: invitationExpiry(at),
      resentAt: at,
      resentBy: act.actor.id ?? null,
    }
    await tx.update(invitations).set(changes).where(eq(invitations.id, id))
    await mailInvitation(services, tx, { ...row, ...changes })
    await recordEvent(tx, {
      ...act,
      at,
      type: 'invitation.resent',
      ...(row.userId !== null && { userId: row.userId }),
      subject: invitationSubject(id),
      before: { status: row.status },
    })
    return row.email
  })
}
