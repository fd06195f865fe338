import { receiveMailReport } from '#contract/operations/jobs.ts'
import { lastInvitationMail, trackMail, trackReport } from '#server/model/invitations/invitations.ts'
import { storeMailEvent } from '#server/model/mail/mail-events.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { signedWebhook } from '#server/platform/mail/webhook-signature.ts'
import type { Services } from '#server/services.ts'
import { type ResendReport, readReport } from './resend-report.ts'

/** A provider's reports about our emails, trusted by signature only (security R52, A14). */
export function registerMailWebhooks(routes: Routes, services: Services): void {
  const { config, database, now } = services

  routes.on(receiveMailReport)(async ({ body, request }) => {
    if (!config.resend) throw new AppError('NOT_FOUND', 'There’s nothing at this address.')
    const at = now()
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const signed = signedWebhook(request.headers, bytes, config.resend.webhookSecrets, at)
    if (!signed) {
      request.log.warn('a webhook without a valid signature was refused')
      throw new AppError('VALIDATION_ERROR', 'This message is not signed by a secret that is in force.')
    }
    const report = readReport(signed.body)
    // Signed but unreadable: repeating it wouldn't help.
    if (!report) request.log.warn({ id: signed.id }, 'a signed webhook could not be read')
    else if (!isUnwanted(report, config.mailTracking))
      await database.transaction((tx) => keep(tx, `resend:${signed.id}`, report, at))
    return { received: true }
  })
}

/** If tracking is off, the tracking events of a provider that tracks anyway are ignored. */
function isUnwanted({ event }: ResendReport, tracking: boolean): boolean {
  return !tracking && (event === 'opened' || event === 'clicked')
}

async function keep(tx: Db, key: string, report: ResendReport, now: Date): Promise<void> {
  const { event, description, undeliverable, providerId, unsubscribed, at = now } = report
  if (providerId) await trackReport(tx, { event, key, description, undeliverable, providerId, at }, now)
  else if (unsubscribed) {
    const mailId = await lastInvitationMail(tx, unsubscribed)
    await trackMail(tx, { event: 'unsubscribed', key, mailId, at }, now)
  } else await storeMailEvent(tx, { event, key, mailId: null, at }, now)
}
