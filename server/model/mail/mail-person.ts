import { eq } from 'drizzle-orm'
import { LinkToken } from '#contract/link-token.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { selectSuperAdmins } from './mail.sql.ts'
import type { MailKind, MailProps } from './mail-kinds.ts'
import type { MailToQueue } from './mailer.ts'
import { giveNotice } from './notices.ts'

/** An email that addresses its reader by name, without the name. */
type PersonalMail = {
  [K in MailKind]: MailProps[K] extends { name: string | null }
    ? { kind: K; props: Omit<MailProps[K], 'name'> }
    : never
}[MailKind]

/**
 * Queues an email to a person at their email address and with their name; does nothing if no email can reach
 * them.
 */
export async function mailPerson(
  { mailer }: Pick<Services, 'mailer'>,
  tx: Db,
  mail: PersonalMail & { userId: number; messageKey: string; at: Date },
): Promise<void> {
  const addressee = await addresseeOf(tx, mail.userId)
  if (!addressee) return
  const { name, to } = addressee
  // The types above check which props belong to which kind; the compiler can't follow that through the spread.
  await mailer.queue(tx, { ...mail, to, props: { ...mail.props, name } } as MailToQueue)
}

/**
 * Returns the path of the page for an email's link, with its token. A malformed token is left out, because it
 * becomes part of the URL (security R12).
 */
export function linkPage(path: `/${string}`, token: string): string {
  return LinkToken.safeParse(token).success ? `${path}?token=${token}` : path
}

/**
 * Queues an email sent on the product's initiative and records it with its person and case; `after` adds
 * details of its occasion. Returns false, without recording anything, if the same email was queued before
 * (cases, Events).
 */
export async function queueRecordedMail(
  { mailer }: Pick<Services, 'mailer'>,
  tx: Db,
  mail: MailToQueue & { at: Date },
  after?: object,
): Promise<boolean> {
  const isNew = await mailer.queue(tx, mail)
  if (isNew)
    await recordEvent(tx, {
      at: mail.at,
      type: 'mail.queued',
      actor: { kind: 'system' },
      userId: mail.userId,
      caseId: mail.caseId,
      subject: `mail:${mail.kind}`,
      after,
    })
  return isNew
}

interface Alarm {
  /** Identifies the alert: each super admin is told once. */
  key: string
  title: string
  detail: string
  path: string
  at: Date
  /** Whose act it is about: they are told only if they are the one super admin. */
  about?: number
  /** Queues the email to one of them. */
  mail: (to: { userId: number; messageKey: string }) => Promise<unknown>
}

/** Alerts every super admin at once by an urgent notice and an email. Returns whether it is new to anyone. */
export async function alarmSuperAdmins(tx: Db, { key, mail, about, ...notice }: Alarm): Promise<boolean> {
  let isNew = false
  const all = await superAdmins(tx)
  const others = all.filter((id) => id !== about)
  for (const userId of others.length > 0 ? others : all) {
    if (!(await giveNotice(tx, { ...notice, userId, key, urgent: { task: key } }))) continue
    isNew = true
    await mail({ userId, messageKey: `${key}:${userId}` })
  }
  return isNew
}

/** Returns the super admins whom to tell when something is wrong: those who can sign in. */
export async function superAdmins(tx: Db): Promise<number[]> {
  const { rows } = await selectSuperAdmins(tx)
  return rows.map(({ id }) => Number(id))
}

type Addressee = Pick<UserRow, 'email' | 'emailConfirmedAt' | 'formerEmail'>

/**
 * Where a person's emails go: to the address that they confirmed last (security R55). Null before the first,
 * because what we write about someone mustn't reach the owner of a mistyped address.
 */
export function mailAddressOf(user: Addressee): string | null {
  return user.emailConfirmedAt ? user.email : user.formerEmail
}

/** A person's name and email address; undefined if no email can reach them. */
export async function addresseeOf(
  tx: Db,
  userId: number,
): Promise<{ to: string; name: string | null } | undefined> {
  const [user] = await tx
    .select({
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      formerEmail: users.formerEmail,
      name: users.name,
    })
    .from(users)
    .where(eq(users.id, userId))
  const to = user && mailAddressOf(user)
  return to ? { to, name: user.name } : undefined
}
