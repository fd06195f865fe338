import { eq } from 'drizzle-orm'
import type { MailEventName } from '#contract/invitations/invitations.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { resendInvitation } from '#server/features/invitations/resend-invitation.ts'
import { sendInvitation } from '#server/features/invitations/send-invitation.ts'
import type { Act } from '#server/model/audit/record-event.ts'
import { acceptInvitation } from '#server/model/invitations/accept-invitation.ts'
import { lastInvitationMail, trackMail } from '#server/model/invitations/invitations.ts'
import { mails } from '#server/model/schema/mails.ts'
import { users } from '#server/model/schema/users.ts'
import type { Services } from '#server/services.ts'

interface DemoInvitation {
  email: string
  name: string
  daysAgo: number
  /** Null if the system sent it. */
  by: 'staff' | null
  events: readonly MailEventName[]
  /** What happened to the email before it was sent again a day later. */
  formerEvents?: readonly MailEventName[]
  description?: string
  accepted?: true
}

/** One in each state of the table, and more than fit on its first page. */
const INVITATIONS: readonly DemoInvitation[] = [
  {
    email: 'nina.brandt@people.example',
    name: 'Nina Brandt',
    daysAgo: 34,
    by: 'staff',
    events: ['delivered'],
  },
  {
    email: 'tomas.lindqvist@people.example',
    name: 'Tomas Lindqvist',
    daysAgo: 21,
    by: 'staff',
    events: ['failed'],
    description: '550 5.1.1 The mailbox does not exist',
  },
  {
    email: 'keiko.morita@people.example',
    name: 'Keiko Morita',
    daysAgo: 16,
    by: 'staff',
    events: ['delivered', 'opened', 'unsubscribed'],
  },
  {
    email: 'consumer@demo.example',
    name: 'Amara Okafor',
    daysAgo: 12,
    by: 'staff',
    events: ['delivered', 'opened', 'clicked'],
    accepted: true,
  },
  {
    email: 'trader@demo.example',
    name: 'Sofia Marchetti',
    daysAgo: 11,
    by: 'staff',
    formerEvents: ['delivered'],
    events: ['delivered', 'clicked'],
    accepted: true,
  },
  { email: 'elin.haugen@people.example', name: 'Elin Haugen', daysAgo: 9, by: null, events: ['delivered'] },
  {
    email: 'marcus.adeyemi@people.example',
    name: 'Marcus Adeyemi',
    daysAgo: 8,
    by: 'staff',
    formerEvents: ['delivered', 'opened'],
    events: ['delivered', 'opened', 'clicked'],
  },
  {
    email: 'ruth.castellanos@people.example',
    name: 'Ruth Castellanos',
    daysAgo: 6,
    by: 'staff',
    events: ['delivered', 'complained'],
  },
  {
    email: 'jonah.pryce@people.example',
    name: 'Jonah Pryce',
    daysAgo: 5,
    by: null,
    events: ['delivered', 'opened'],
  },
  {
    email: 'ines.carvalho@people.example',
    name: 'Inês Carvalho',
    daysAgo: 3,
    by: 'staff',
    events: ['delivered', 'opened'],
  },
  { email: 'dev.patel@people.example', name: 'Dev Patel', daysAgo: 2, by: 'staff', events: ['delivered'] },
  {
    email: 'aoife.brennan@people.example',
    name: 'Aoife Brennan',
    daysAgo: 1,
    by: 'staff',
    events: ['delayed'],
  },
]

const HOUR_MS = 3_600_000
const ORIGIN = { requestId: 'demo', ip: undefined, userAgent: undefined }

/** Invites the demo's guests once, each as long ago as listed, through the same use cases as staff. */
export async function seedInvitations(services: Services, staffId: number): Promise<void> {
  for (const invitation of INVITATIONS) {
    const sentAt = new Date(services.now().getTime() - invitation.daysAgo * DAY_MS)
    const act: Act = {
      actor: invitation.by ? { kind: 'staff', id: staffId } : { kind: 'system' },
      origin: ORIGIN,
    }
    const then = { ...services, now: () => sentAt }
    // Who has accepted has an account by the next start, which must not end it.
    const inviter = { mayFindPeople: false }
    const { id, alreadyInvited } = await sendInvitation(then, act, invitation, inviter)
    if (alreadyInvited) continue
    await tellOf(services, invitation, invitation.formerEvents ?? invitation.events, sentAt)
    if (invitation.formerEvents) {
      const resentAt = new Date(sentAt.getTime() + DAY_MS)
      await resendInvitation({ ...services, now: () => resentAt }, act, id)
      await tellOf(services, invitation, invitation.events, resentAt)
    }
    if (invitation.accepted) await accept(services, invitation.email)
  }
}

/** Backdates the email, with its events following hour by hour. */
async function tellOf(
  { database }: Services,
  { email, description }: DemoInvitation,
  events: readonly MailEventName[],
  sentAt: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const mailId = await lastInvitationMail(tx, email)
    if (mailId === null) return
    await tx.update(mails).set({ status: 'sent', sentAt }).where(eq(mails.id, mailId))
    for (const [index, event] of events.entries()) {
      const at = new Date(sentAt.getTime() + index * HOUR_MS)
      await trackMail(tx, { mailId, event, key: `demo:${mailId}:${event}`, description, at }, at)
    }
  })
}

async function accept(services: Services, email: string): Promise<void> {
  await services.database.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) return
    await acceptInvitation(tx, {
      userId: user.id,
      claims: { email, emailVerified: true },
      linkHash: null,
      at: services.now(),
      origin: ORIGIN,
    })
  })
}
