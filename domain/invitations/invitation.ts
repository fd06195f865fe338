import type { InvitationStatus, MailEventName } from '#contract/invitations/invitations.ts'
import { INVITATION_DAYS, RESEND_PAUSE_SECONDS } from '#contract/invitations/invitations.ts'
import { DAY_MS } from '#domain/plain-date.ts'

/** What decides on the status of an invitation: the events of its last email alone, in whatever order they came. */
export interface InvitationFacts {
  events: readonly MailEventName[]
  acceptedAt: Date | null
  expiresAt: Date
}

/** From the event that says most to the one that says least (law §6.1). */
const RANK = ['complained', 'unsubscribed', 'failed', 'clicked', 'opened', 'delivered'] as const

/** Why an address gets no more emails. */
const STOPS: ReadonlySet<InvitationStatus> = new Set(['complained', 'unsubscribed', 'failed'])

/** When an invitation that was sent at `sentAt` can no longer be accepted. */
export function invitationExpiry(sentAt: Date): Date {
  return new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS)
}

/** How far the email of an invitation came: the event that says most, whenever it arrived (security R53). */
export function deliveryStatus(events: readonly MailEventName[]): InvitationStatus {
  return RANK.find((name) => events.includes(name)) ?? 'pending'
}

/**
 * The status of an invitation at `now`. Accepted stays accepted. That no one can reach the address, or that its owner
 * wants no such email, is worth knowing after the end, too; whatever else there was has expired.
 */
export function invitationStatus(facts: InvitationFacts, now: Date): InvitationStatus {
  if (facts.acceptedAt) return 'accepted'
  const delivery = deliveryStatus(facts.events)
  return !STOPS.has(delivery) && now >= facts.expiresAt ? 'expired' : delivery
}

/** Why an invitation may not be sent again. */
export type ResendRefusal = 'accepted' | 'unsubscribed' | 'complained'

/** Whether an invitation may be sent again: not to who is here already, nor to who asked for no more (RFC 8058). */
export function resendRefusal(status: InvitationStatus): ResendRefusal | null {
  return status === 'accepted' || status === 'unsubscribed' || status === 'complained' ? status : null
}

/** Whether a resend is the one before it, repeated by a browser that got no answer (security R49). */
export function isRepeatedResend(resentAt: Date | null, now: Date): boolean {
  return resentAt !== null && Math.abs(now.getTime() - resentAt.getTime()) < RESEND_PAUSE_SECONDS * 1000
}

/** What keeps an account that has just signed in from accepting the invitation of its address. */
export type AcceptanceRefusal = 'accepted' | 'expired' | 'not_by_this_invitation'

/**
 * Whether a sign-in with the invited address, which the provider has verified, accepts the invitation: by the link, or
 * with an account that was made after the invitation. An account that was there before accepts by the link alone.
 */
export function acceptanceRefusal(
  invitation: { acceptedAt: Date | null; invitedAt: Date; expiresAt: Date },
  signIn: { byLink: boolean; registeredAt: Date; at: Date },
): AcceptanceRefusal | null {
  if (invitation.acceptedAt) return 'accepted'
  if (signIn.at >= invitation.expiresAt) return 'expired'
  return signIn.byLink || signIn.registeredAt >= invitation.invitedAt ? null : 'not_by_this_invitation'
}

/** The three stages that the table shows by icons: a later one implies the earlier, for not every stage is heard of. */
export function invitationStages(
  events: readonly MailEventName[],
): Record<'delivered' | 'opened' | 'clicked', boolean> {
  const has = (...names: MailEventName[]) => names.some((name) => events.includes(name))
  return {
    delivered: has('delivered', 'opened', 'clicked', 'complained', 'unsubscribed'),
    opened: has('opened', 'clicked'),
    clicked: has('clicked'),
  }
}
