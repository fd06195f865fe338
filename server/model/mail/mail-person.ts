import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { addresseeOf } from './mail-address.ts'
import type { MailKind, MailProps } from './mail-kinds.ts'
import type { MailToQueue } from './mailer.ts'

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
