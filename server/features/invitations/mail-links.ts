import { eq } from 'drizzle-orm'
import type { InvitationLinkState, MailEventName } from '#contract/invitations/invitations.ts'
import { invitationStatus } from '#domain/invitations/invitation.ts'
import { hashToken } from '#server/model/access/session-store.ts'
import { trackMail } from '#server/model/invitations/invitations.ts'
import { invitationMails, invitations } from '#server/model/schema/invitations.ts'
import type { Services } from '#server/services.ts'

const HOUR_CHARACTERS = '2026-03-01T10'.length
const BY = {
  opened: invitationMails.openHash,
  clicked: invitationMails.linkHash,
  unsubscribed: invitationMails.unsubscribeHash,
} as const

/**
 * Records what someone did with an email of ours, by the token of one of its links; an unknown token does
 * nothing. Opens and clicks count once an hour, because mail programs load pictures as often as they like.
 */
export async function storeLinkUse(
  services: Services,
  event: Extract<MailEventName, keyof typeof BY>,
  token: string,
): Promise<void> {
  const { database, config, now } = services
  if (event !== 'unsubscribed' && !config.mailTracking) return
  const [mail] = await database.db
    .select({ mailId: invitationMails.mailId })
    .from(invitationMails)
    .where(eq(BY[event], hashToken(token)))
  if (!mail) return
  const at = now()
  const key =
    event === 'unsubscribed'
      ? `own:unsubscribed:${mail.mailId}`
      : `own:${event}:${mail.mailId}:${at.toISOString().slice(0, HOUR_CHARACTERS)}`
  await database.transaction((tx) => trackMail(tx, { mailId: mail.mailId, event, key, at }, at))
}

/** What an invitation's link can still be used for. */
export async function stateOfLink(
  { database, now }: Pick<Services, 'database' | 'now'>,
  token: string,
): Promise<InvitationLinkState> {
  const [row] = await database.db
    .select({ acceptedAt: invitations.acceptedAt, expiresAt: invitations.expiresAt })
    .from(invitationMails)
    .innerJoin(invitations, eq(invitations.id, invitationMails.invitationId))
    .where(eq(invitationMails.linkHash, hashToken(token)))
  if (!row) return 'unknown'
  const status = invitationStatus({ ...row, events: [] }, now())
  return status === 'accepted' || status === 'expired' ? status : 'open'
}
