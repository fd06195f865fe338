import { isAddressGone } from '#domain/bounce.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { adoptReports, trackMail } from '#server/model/invitations/invitations.ts'
import type { MailRow } from '#server/model/schema/mails.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { HandedOver } from '#server/platform/mail/mail-transport.ts'
import { urgencyOf } from './mail-urgency.ts'
import { unwelcomeAt } from './returned-mails.ts'

/** Records what is known as soon as an email was sent: that it was handed over, or refused permanently. */
export function mailOutcomes(now: () => Date) {
  return {
    async onSent(tx: Db, { id }: MailRow, { event, description, providerId }: HandedOver): Promise<void> {
      const at = now()
      await trackMail(tx, { mailId: id, event, key: `own:handed-over:${id}`, description, at }, at)
      if (providerId) await adoptReports(tx, id, providerId, at)
    },

    /**
     * Why an email isn't sent at all, in words for staff: its reader opted out of reminders, or an email to
     * this address bounced or was marked as spam. Codes, warnings, decisions and invoices are always sent.
     */
    async unwanted(db: Db, { kind, to }: MailRow): Promise<string | undefined> {
      return urgencyOf(kind) === 'whenever' ? unwelcomeAt(db, to) : undefined
    },

    async onSuppressed(tx: Db, { id, kind, userId, caseId, lastError }: MailRow): Promise<void> {
      const at = now()
      await trackMail(
        tx,
        { mailId: id, event: 'failed', key: `own:suppressed:${id}`, description: lastError, at },
        at,
      )
      if (userId === null) return
      await recordEvent(tx, {
        at,
        type: 'mail.suppressed',
        actor: { kind: 'system' },
        userId,
        caseId: caseId ?? undefined,
        subject: `mail:${kind}`,
        note: lastError ?? undefined,
      })
    },

    /** Shows staff on the person's case that an email didn't reach them (cases, Undelivered mail). */
    async onFailed(tx: Db, { id, kind, userId, caseId, lastError }: MailRow): Promise<void> {
      const at = now()
      const undeliverable = isAddressGone(lastError ?? '')
      const key = `own:failed:${id}`
      await trackMail(tx, { mailId: id, event: 'failed', key, description: lastError, undeliverable, at }, at)
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
