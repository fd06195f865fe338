import type { InvitationStatus, MailEventName } from '#contract/invitations/invitations.ts'
import { INVITATION_DAYS, RESEND_PAUSE_SECONDS } from '#contract/invitations/invitations.ts'
import { DAY_MS } from '#domain/plain-date.ts'

/** What an invitation's status depends on: only the events of its last email, in whatever order they arrived. */
export interface InvitationFacts {
  events: readonly MailEventName[]
  acceptedAt: Date | null
  expiresAt: Date
}

/** From the most to the least telling event (law §6.1). */
const RANK = ['complained', 'unsubscribed', 'failed', 'clicked', 'opened', 'delivered'] as const

/** Statuses after which an address gets no more emails. */
const STOPS: ReadonlySet<InvitationStatus> = new Set(['complained', 'unsubscribed', 'failed'])

/** Returns when an invitation sent at `sentAt` expires. */
export function invitationExpiry(sentAt: Date): Date {
  return new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS)
}

/** Returns the delivery status of an invitation's email: its most telling event, whenever it arrived (security R53). */
export function deliveryStatus(events: readonly MailEventName[]): InvitationStatus {
  return RANK.find((name) => events.includes(name)) ?? 'pending'
}

/**
 * Returns the status of an invitation at `now`. Accepted stays accepted. An unreachable address, or an owner who wants
 * no such email, is still shown after the end; everything else becomes expired.
 */
export function invitationStatus(facts: InvitationFacts, now: Date): InvitationStatus {
  if (facts.acceptedAt) return 'accepted'
  const delivery = deliveryStatus(facts.events)
  return !STOPS.has(delivery) && now >= facts.expiresAt ? 'expired' : delivery
}

/** Why an invitation may not be sent again. */
export type ResendRefusal = 'accepted' | 'unsubscribed' | 'complained'

/**
 * Returns why an invitation may not be sent again, or null: the person has already joined, or asked for no more emails
 * (RFC 8058).
 */
export function resendRefusal(status: InvitationStatus): ResendRefusal | null {
  return status === 'accepted' || status === 'unsubscribed' || status === 'complained' ? status : null
}

/** Whether a resend only repeats the previous one, from a browser that got no answer (security R49). */
export function isRepeatedResend(resentAt: Date | null, now: Date): boolean {
  return resentAt !== null && Math.abs(now.getTime() - resentAt.getTime()) < RESEND_PAUSE_SECONDS * 1000
}

/** Why an account that has just signed in does not accept the invitation to its address. */
export type AcceptanceRefusal = 'accepted' | 'expired' | 'not_by_this_invitation'

/**
 * Whether a sign-in with the invited address, verified by the provider, accepts the invitation: through the link, or
 * with an account created after the invitation. An older account accepts only through the link.
 */
export function acceptanceRefusal(
  invitation: { acceptedAt: Date | null; invitedAt: Date; expiresAt: Date },
  signIn: { byLink: boolean; registeredAt: Date; at: Date },
): AcceptanceRefusal | null {
  if (invitation.acceptedAt) return 'accepted'
  if (signIn.at >= invitation.expiresAt) return 'expired'
  return signIn.byLink || signIn.registeredAt >= invitation.invitedAt ? null : 'not_by_this_invitation'
}

/**
 * Returns the three stages that the table shows as icons: a later one implies the earlier ones, because not every event
 * is reported.
 */
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
