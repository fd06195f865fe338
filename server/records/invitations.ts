import { eq } from 'drizzle-orm'
import type { MailEventName } from '#contract/invitations.ts'
import { deliveryStatus } from '#domain/invitation.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type InvitationRow, invitations } from '#server/platform/database/schema/invitations.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { keepMailEvent, knownMailEvent, type MailEvent } from '#server/platform/mail/mail-events.ts'

/** One event of an invitation's emails, as it is stored. */
export interface StoredMailEvent {
  event: MailEventName
  description: string | null
  at: Date
  /** Whether its email is the last one that was sent. */
  isCurrent: boolean
}

/** How the ledger names an invitation. */
export const invitationSubject = (id: number) => `invitation:${id}`

/** Reads an invitation and locks it until the transaction ends. */
export async function lockInvitation(tx: Db, id: number): Promise<InvitationRow | undefined> {
  const [row] = await tx.select().from(invitations).where(eq(invitations.id, id)).for('update')
  return row
}

/** The events of the emails of some invitations, in the order in which they happened. */
export async function eventsOfInvitations(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, StoredMailEvent[]>> {
  const { rows } = await db.$client.query<{
    invitation_id: string
    event: string
    description: string | null
    at: Date
    is_current: boolean
  }>(
    `select m.invitation_id, e.event, e.description, e.at,
       m.id = (select max(n.id) from invitation_mails n where n.invitation_id = m.invitation_id) as is_current
     from invitation_mails m join mail_events e on e.mail_id = m.mail_id
     where m.invitation_id = any($1) order by e.at, e.id`,
    [ids],
  )
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

/** What counts for the status: the last email, and whatever email its owner answered with "no more". */
export function countingEvents(events: readonly StoredMailEvent[]): MailEventName[] {
  return events
    .filter(({ isCurrent, event }) => isCurrent || event === 'unsubscribed' || event === 'complained')
    .map(({ event }) => event)
}

/**
 * Keeps what became of a mail and carries it into the status of its invitation, if it is one's; the same event again
 * does nothing. Gives whether it was new.
 */
export async function trackMail(tx: Db, event: MailEvent, now: Date): Promise<boolean> {
  if (!(await keepMailEvent(tx, event, now))) return false
  if (event.mailId !== null) await refreshStatus(tx, event.mailId, now)
  return true
}

/** Works the status out anew from every event, under the lock of the invitation: so their order never matters. */
async function refreshStatus(tx: Db, mailId: number, at: Date): Promise<void> {
  const { rows } = await tx.$client.query<{ id: string }>(
    'select invitation_id as id from invitation_mails where mail_id = $1',
    [mailId],
  )
  const row = rows[0] && (await lockInvitation(tx, Number(rows[0].id)))
  if (!row) return
  const events = (await eventsOfInvitations(tx, [row.id])).get(row.id) ?? []
  const status = deliveryStatus(countingEvents(events))
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
