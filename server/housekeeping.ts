import { checkpointLedger } from './checkpoint-ledger.ts'
import type { Config } from './config.ts'
import { remindVisitors } from './features/applicants/remind-visitors.ts'
import { keepStatements } from './features/certifications/keep-statements.ts'
import { registerExportJobs } from './features/exports/jobs.ts'
import { remindOfInvoices } from './features/invoices/remind.ts'
import { remindReviewers } from './features/notices/remind-reviewers.ts'
import { nudgeDrafts } from './features/nudges/nudge-drafts.ts'
import { keepRecords } from './features/privacy/keep-records.ts'
import { noteLapsedClaims } from './features/queue/note-lapsed-claims.ts'
import { registerScreeningJobs } from './features/screening/jobs.ts'
import { registerStripeJobs } from './features/stripe/jobs.ts'
import { keepVerifications } from './features/verification/keep-verifications.ts'
import { EMBEDDED_ISSUER } from './identity.ts'
import { deleteUnconfirmed } from './platform/identity/embedded/sign-ups.ts'
import { sweepEmbeddedProvider } from './platform/identity/embedded/sweep.ts'
import { type MailTransport, mailboxTransport } from './platform/mail/mail-transport.ts'
import { resendTransport } from './platform/mail/resend-transport.ts'
import { registerMailJobs } from './platform/mail/send-mail-job.ts'
import { smtpTransport } from './platform/mail/smtp-transport.ts'
import { attachmentRenderer } from './records/mail/mail-attachments.ts'
import { mailOutcomes } from './records/mail/mail-outcomes.ts'
import { endSessionsOf } from './records/people/identity-events.ts'
import { applyRetention } from './retention.ts'
import type { Services } from './services.ts'
import { sweepJob } from './sweep-files.ts'
import { removeUnclaimed } from './unclaimed-applications.ts'

/** Registers the work that runs beside requests: mails, and clearing away what has lapsed (security R48, R53, R59). */
export function registerHousekeeping(services: Services): void {
  registerExportJobs(services)
  registerStripeJobs(services)
  registerScreeningJobs(services)
  const { database, jobs, config, now, tracing } = services
  const transport = mailTransportOf(config)
  registerMailJobs({
    database,
    jobs,
    transport: tracing ? tracing.mail(transport) : transport,
    renderAttachments: attachmentRenderer(database.db, config),
    ...mailOutcomes(now),
  })
  jobs.schedule('sweep-files', '*/5 * * * *', sweepJob(services))
  jobs.schedule('note-lapsed-claims', '*/5 * * * *', async ({ log }) => {
    const claims = await noteLapsedClaims(services)
    if (claims) log.info({ claims }, 'Claims of reviewers who were idle have lapsed')
  })
  jobs.schedule('sweep-lapsed', '17 * * * *', async ({ log }) => {
    const at = now()
    await database.pool.query('delete from sign_in_attempts where expires_at < $1', [at])
    await database.pool.query('delete from email_links where expires_at < $1', [at])
    await database.pool.query(
      "delete from applicant_codes where sent_at < $1::timestamptz - interval '1 hour'",
      [at],
    )
    await database.pool.query('delete from rate_limits where expire < $1', [at.getTime()])
    const identity = await sweepEmbeddedProvider(database.db, at)
    const unconfirmed = await database.transaction(async (tx) => {
      const subs = await deleteUnconfirmed(tx, at)
      for (const sub of subs) await endSessionsOf(tx, { issuer: EMBEDDED_ISSUER, sub })
      return subs.length
    })
    log.info({ identity, unconfirmed }, 'Lapsed sign-ins and links were removed')
  })
  jobs.schedule('remove-unclaimed', '47 * * * *', async ({ log }) => {
    const applications = await removeUnclaimed(services, now())
    if (applications) log.info({ applications }, 'Unclaimed applications were deleted')
  })
  // In the morning: a reminder is read when it can be acted on. What has ended counts no more from midnight anyway.
  jobs.schedule('keep-statements', '10 6 * * *', async ({ log }) => {
    log.info({ ...(await keepStatements(services)) }, 'Investor statements were looked through')
  })
  // In the morning, too.
  jobs.schedule('remind-invoices', '15 7 * * *', async ({ log }) => {
    log.info({ ...(await remindOfInvoices(services)) }, 'Reminders of open invoices were sent')
  })
  jobs.schedule('keep-verifications', '25 6 * * *', async ({ log }) => {
    log.info({ ...(await keepVerifications(services)) }, 'ID documents were looked through')
  })
  // In the morning, when people have the day before them.
  jobs.schedule('nudge-drafts', '20 8 * * *', async ({ log }) => {
    log.info({ ...(await nudgeDrafts(services)) }, 'Reminders of unfinished applications were sent')
  })
  jobs.schedule('remind-visitors', '35 8 * * *', async ({ log }) => {
    log.info(
      { ...(await remindVisitors(services)) },
      'Visitors were told of applications that are deleted soon',
    )
  })
  jobs.schedule('remind-reviewers', '5 7 * * *', async ({ log }) => {
    log.info({ ...(await remindReviewers(services)) }, 'Reviewers were reminded of what is due')
  })
  jobs.schedule('apply-retention', '37 3 * * *', async ({ log }) => {
    log.info({ ...(await applyRetention(services, now())) }, 'Retention was applied')
  })
  jobs.schedule('checkpoint-ledger', '3 * * * *', async ({ log }) => {
    log.info({ ...(await checkpointLedger(services)) }, 'The audit log was checked')
  })
  jobs.schedule('keep-records', '7 4 * * *', async ({ log }) => {
    log.info({ ...(await keepRecords(services)) }, 'Records whose time is over were deleted')
  })
}

function mailTransportOf({ resend, smtpUrl, mailFrom: from }: Config): MailTransport {
  if (resend) return resendTransport({ ...resend, from })
  return smtpUrl ? smtpTransport({ url: smtpUrl, from }) : mailboxTransport()
}
