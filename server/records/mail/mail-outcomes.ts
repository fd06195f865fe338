import type { Db } from '#server/platform/database/database.ts'
import type { MailRow } from '#server/platform/database/schema/mails.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import type { HandedOver } from '#server/platform/mail/mail-transport.ts'
import { adoptReports, trackMail } from '#server/records/invitations/invitations.ts'

/** What the sending of mails tells at once: that one was handed over, or that it was refused for good. */
export function mailOutcomes(now: () => Date) {
  return {
    async onSent(tx: Db, { id }: MailRow, { event, description, providerId }: HandedOver): Promise<void> {
      const at = now()
      await trackMail(tx, { mailId: id, event, key: `own:handed-over:${id}`, description, at }, at)
      if (providerId) await adoptReports(tx, id, providerId, at)
    },

    /** Staff see on the case of the person that a mail did not reach them (cases, Notices). */
    async onFailed(tx: Db, { id, kind, userId, caseId, lastError }: MailRow): Promise<void> {
      const at = now()
      const failed = { mailId: id, event: 'failed', key: `own:failed:${id}`, description: lastError, at }
      await trackMail(tx, failed, at)
      if (userId === null) return
      const actor = { kind: 'system' } as const
      await recordEvent(tx, {
        at,
        type: 'mail.failed',
        actor,
        userId,
        caseId: caseId ?? undefined,
        subject: `mail:${kind}`,
        note: lastError ?? undefined,
      })
    },
  }
}
