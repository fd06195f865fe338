import { recordEvent } from '#server/model/audit/record-event.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import type { MailToQueue } from './mailer.ts'

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
