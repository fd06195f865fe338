import { eq } from 'drizzle-orm'
import { LinkToken } from '#contract/link-token.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { selectAlarmedSuperAdmins } from './mail.sql.ts'
import type { MailKind, MailProps } from './mail-kinds.ts'
import type { MailToQueue } from './mailer.ts'
import { giveNotice } from './notices.ts'

/** A mail that calls its reader by name, without the name. */
type PersonalMail = {
  [K in MailKind]: MailProps[K] extends { name: string | null }
    ? { kind: K; props: Omit<MailProps[K], 'name'> }
    : never
}[MailKind]

/** Queues a mail to a person where their mail goes and by the name they have; nothing where no mail can reach them. */
export async function mailPerson(
  { mailer }: Pick<Services, 'mailer'>,
  tx: Db,
  mail: PersonalMail & { userId: number; messageKey: string; at: Date },
): Promise<void> {
  const addressee = await addresseeOf(tx, mail.userId)
  if (!addressee) return
  const { name, to } = addressee
  // Which props belong to which kind is checked above; the compiler does not follow it through the spread.
  await mailer.queue(tx, { ...mail, to, props: { ...mail.props, name } } as MailToQueue)
}

/**
 * The page where the link of an email leads, with its token. Of a link that was cut off the page is all that is left: the
 * token stands in the address, so nothing else may be in it (security R12).
 */
export function linkPage(path: `/${string}`, token: string): string {
  return LinkToken.safeParse(token).success ? `${path}?token=${token}` : path
}

/**
 * Queues a mail of the product's own accord and records that with its person and case; `after` tells more of its occasion.
 * Returns false where the same mail was queued before, and then records nothing (cases, Events and evidence).
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
  /** What makes it the same alarm: each super admin is told once. */
  key: string
  title: string
  detail: string
  path: string
  at: Date
  /** Queues the mail to one of them. */
  mail: (to: { userId: number; messageKey: string }) => Promise<unknown>
}

/** Tells every super admin at once that something is wrong, by an urgent notice and a mail. Returns whether it is new to anyone. */
export async function alarmSuperAdmins(tx: Db, { key, mail, ...notice }: Alarm): Promise<boolean> {
  const { rows } = await selectAlarmedSuperAdmins(tx)
  let isNew = false
  for (const userId of rows.map(({ id }) => Number(id))) {
    if (!(await giveNotice(tx, { ...notice, userId, key, urgent: { task: key } }))) continue
    isNew = true
    await mail({ userId, messageKey: `${key}:${userId}` })
  }
  return isNew
}

type Addressee = Pick<UserRow, 'email' | 'emailConfirmedAt' | 'formerEmail'>

/**
 * Where a person's mail goes: to the address that they confirmed last (security R55). Null before the first: what we write
 * about someone is not for anyone who has the address that they mistyped.
 */
export function mailAddressOf(user: Addressee): string | null {
  return user.emailConfirmedAt ? user.email : user.formerEmail
}

/** Name and mail address of a person; undefined where no mail can reach them. */
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
