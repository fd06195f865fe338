import { eq } from 'drizzle-orm'
import type { MailEventName } from '#contract/invitations/invitations.ts'
import { deliveryStatus } from '#domain/invitations/invitation.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { knownMailEvent, type MailEvent, storeMailEvent } from '#server/model/mail/mail-events.ts'
import { storeReturn } from '#server/model/mail/returned-mails.ts'
import { type InvitationRow, invitations } from '#server/model/schema/invitations.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  adoptMailEvents,
  lockProviderIdOfMail,
  selectEventsOfInvitations,
  selectInvitationOfMail,
  selectLastMail,
  selectMailByProviderId,
} from './invitations.sql.ts'

/** A stored event of an invitation's emails. */
export interface StoredMailEvent {
  event: MailEventName
  description: string | null
  at: Date
  /** Whether it is about the last email sent. */
  isCurrent: boolean
}

/** The last invitation email sent to an address; null if there was none. */
export async function lastInvitationMail(db: Db, email: string): Promise<number | null> {
  const { rows } = await selectLastMail(db, [email])
  return rows[0] ? Number(rows[0].mail_id) : null
}

const NO_MORE = ['unsubscribed', 'complained'] as const

/** An invitation's name in the ledger. */
export const invitationSubject = (id: number) => `invitation:${id}`

/** Reads an invitation and locks it until the transaction ends. */
export async function lockInvitation(tx: Db, id: number): Promise<InvitationRow | undefined> {
  const [row] = await tx.select().from(invitations).where(eq(invitations.id, id)).for('update')
  return row
}

/** Events of invitations' emails, in chronological order. */
export async function eventsOfInvitations(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, StoredMailEvent[]>> {
  const { rows } = await selectEventsOfInvitations(db, [ids])
  const found = new Map<number, StoredMailEvent[]>()
  for (const row of rows) {
    const event = knownMailEvent(row.event)
    if (!event) continue
    const list = found.get(Number(row.invitation_id)) ?? []
    list.push({ event, description: row.description, at: row.at, isCurrent: row.is_current })
    found.set(Number(row.invitation_id), list)
  }
  return found
}

/**
 * The events that determine the status: those of the last email, and an unsubscribe from any email. The stored
 * status also remembers the latter after the emails themselves were deleted with their reader's account.
 */
export function countingEvents(events: readonly StoredMailEvent[], status: string): MailEventName[] {
  const stop = NO_MORE.find((ending) => ending === status)
  const counting = events.filter(
    ({ isCurrent, event }) => isCurrent || NO_MORE.some((ending) => ending === event),
  )
  return [...counting.map(({ event }) => event), ...(stop ? [stop] : [])]
}

/**
 * Stores an email's event and updates the status of its invitation, if it is one's. The same event again does
 * nothing. Returns whether it was new.
 */
export async function trackMail(tx: Db, event: MailEvent, now: Date): Promise<boolean> {
  if (!(await storeMailEvent(tx, event, now))) return false
  if (event.mailId === null) return true
  if (event.undeliverable || event.event === 'complained') await storeReturn(tx, event.mailId, now)
  await refreshStatus(tx, event.mailId, now)
  return true
}

/**
 * The same for a report that has the provider's id for the email. One that arrives before we know that id is
 * stored, and found by `adoptReports` later.
 */
export async function trackReport(
  tx: Db,
  report: Omit<MailEvent, 'mailId'> & { providerId: string },
  now: Date,
): Promise<boolean> {
  await lockProviderId(tx, report.providerId)
  const { rows } = await selectMailByProviderId(tx, [report.providerId])
  return trackMail(tx, { ...report, mailId: rows[0] ? Number(rows[0].id) : null }, now)
}

/** Gives an email the reports that arrived before its provider id was known. */
export async function adoptReports(tx: Db, mailId: number, providerId: string, now: Date): Promise<void> {
  await lockProviderId(tx, providerId)
  const { rowCount } = await adoptMailEvents(tx, [mailId, providerId])
  if (!rowCount) return
  await storeReturn(tx, mailId, now)
  await refreshStatus(tx, mailId, now)
}

/** The later of two transactions sees what the first has written, though neither row exists yet to be locked. */
async function lockProviderId(tx: Db, providerId: string): Promise<void> {
  await lockProviderIdOfMail(tx, [providerId])
}

/** Recomputes the status from all events, under the invitation's lock, so that their order never matters. */
async function refreshStatus(tx: Db, mailId: number, at: Date): Promise<void> {
  const { rows } = await selectInvitationOfMail(tx, [mailId])
  const row = rows[0] && (await lockInvitation(tx, Number(rows[0].id)))
  if (!row) return
  const events = (await eventsOfInvitations(tx, [row.id])).get(row.id) ?? []
  const status = deliveryStatus(countingEvents(events, row.status))
  if (status === row.status) return
  await tx.update(invitations).set({ status }).where(eq(invitations.id, row.id))
  await recordEvent(tx, {
    at,
    type: 'invitation.tracked',
    actor: { kind: 'system' },
    ...(row.userId !== null && { userId: row.userId }),
    subject: invitationSubject(row.id),
    before: { status: row.status },
    after: { status },
  })
}
