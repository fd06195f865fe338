import type { Config } from './config.ts'
import { remindReviewers } from './features/account/notices/remind-reviewers.ts'
import { countStatements, expireStatements } from './features/certifications/expire-statements.ts'
import { registerReadingJobs } from './features/documents/reading/read-by-machine.ts'
import { countInvoiceReminders, remindOfInvoices } from './features/invoices/remind.ts'
import { registerStripeJobs } from './features/invoices/stripe/jobs.ts'
import { countNudges, nudgeDrafts } from './features/onboarding/nudges/nudge-drafts.ts'
import { countVisitorsToRemind, remindVisitors } from './features/onboarding/visitors/remind-visitors.ts'
import { checkpointLedger } from './features/operations/housekeeping/checkpoint-ledger.ts'
import { foldFigures } from './features/operations/housekeeping/housekeeping.sql.ts'
import { applyRetention, countRetained } from './features/operations/housekeeping/retention.ts'
import { countOfOlderKeys, rewrapKeys } from './features/operations/housekeeping/rewrap-keys.ts'
import { countUnsealed, sealFields } from './features/operations/housekeeping/seal-fields.ts'
import { countSwept, sweepJob } from './features/operations/housekeeping/sweep-files.ts'
import {
  countAllLapsed,
  countExpiredApplications,
  removeExpiredApplications,
  sweepLapsed,
} from './features/operations/housekeeping/sweep-lapsed.ts'
import { watchJobs } from './features/operations/jobs/watch-jobs.ts'
import { registerExportJobs } from './features/privacy/exports/data-exports.ts'
import { countOverdue, deleteOutdatedRecords } from './features/privacy/outdated-records.ts'
import { applyLeftDecisions, registerReviewJobs } from './features/review/apply-decision.ts'
import { countLapsedClaims, recordLapsedClaims } from './features/review/queue/record-lapsed-claims.ts'
import { registerScreeningJobs, type ScreenEveryone } from './features/screening/jobs.ts'
import { countVerifications, expireVerifications } from './features/verification/expire-verifications.ts'
import { refuseValue, refusingJobs } from './model/audit/refused-value.ts'
import { refuseDocument } from './model/documents/refused-document.ts'
import { attachmentRenderer } from './model/mail/mail-attachments.ts'
import { AT_ONCE, registerMailJobs } from './model/mail/mail-jobs.ts'
import { mailOutcomes } from './model/mail/mail-outcomes.ts'
import { beginSealing } from './platform/database/installation.ts'
import { openMonth } from './platform/ledger/open-month.ts'
import { type MailTransport, mailboxTransport } from './platform/mail/mail-transport.ts'
import { resendTransport } from './platform/mail/resend-transport.ts'
import { smtpTransport } from './platform/mail/smtp-transport.ts'
import type { Services } from './services.ts'

/**
 * Registers the work that runs next to requests: mails, and deleting what has expired (security R48, R53, R59).
 * Everyone is screened by this process, unless another way is given.
 */
export function registerHousekeeping(parts: Services, screenEveryone?: ScreenEveryone): void {
  const services: Services = { ...parts, jobs: refusingJobs(parts) }
  services.jobs.watch(() => watchJobs(services))
  registerExportJobs(services)
  registerReviewJobs(services)
  registerReadingJobs(services)
  registerStripeJobs(services)
  registerScreeningJobs(services, screenEveryone)
  const { database, fields, jobs, config, now, tracing } = services
  const transport = mailTransportOf(config)
  registerMailJobs({
    database,
    fields,
    jobs,
    transport: tracing ? tracing.mail(transport) : transport,
    ...(tracing && { follow: tracing.following }),
    renderAttachments: attachmentRenderer(database.db, { config, now }),
    onAltered: (place) => refuseValue(services, place, {}),
    ...mailOutcomes(now),
  })
  jobs.schedule('sweep-files', sweepJob(services), { countDue: () => countSwept(services) })
  // By night, when a new first key has reached every process.
  jobs.schedule(
    'rewrap-keys',
    async ({ log, signal, progress }) => {
      if (!(await beginSealing(database))) return undefined
      const onBatch = (rewrapped: number) => progress.reached('rewrapped', '', { rewrapped })
      const { rewrapped, faults, refused } = await rewrapKeys(services, { signal, onBatch })
      for (const { row, fault } of refused)
        await refuseDocument(services, row, fault, { actor: { kind: 'system' } })
      for (const fault of faults) progress.failed(new Error(fault))
      const encrypted = await sealFields(services, {
        signal,
        onBatch: (n) => progress.reached('encrypted', '', { encrypted: n }),
      })
      for (const place of encrypted.refused) await refuseValue(services, place, {})
      for (const fault of encrypted.faults) progress.failed(new Error(fault))
      const { sealed } = encrypted
      if (sealed > 0) log.info({ sealed }, 'Rows were encrypted')
      if (rewrapped > 0) log.info({ rewrapped }, 'Keys of files were rewrapped')
      return undefined
    },
    { countDue: async () => (await countOfOlderKeys(services)) + (await countUnsealed(services)) },
  )
  jobs.schedule(
    'note-lapsed-claims',
    async ({ log, progress }) => {
      const claims = await recordLapsedClaims(services, progress)
      if (claims) log.info({ claims }, 'Claims of reviewers who were idle have lapsed')
      const decisions = await applyLeftDecisions(services)
      if (decisions) log.warn({ decisions }, 'Decisions whose jobs were lost were looked at')
    },
    { countDue: () => countLapsedClaims(services) },
  )
  jobs.schedule('fold-figures', async () => {
    const { rows } = await foldFigures(database.pool)
    return { rows: rows[0]?.rows ?? 0 }
  })
  jobs.schedule(
    'sweep-lapsed',
    async ({ log, progress }) => {
      log.info({ removed: await sweepLapsed(services, progress) }, 'Lapsed sign-ins and links were removed')
    },
    { countDue: () => countAllLapsed(services) },
  )
  jobs.schedule(
    'remove-unclaimed',
    async ({ log, progress }) => {
      const applications = await removeExpiredApplications(services, now(), progress)
      if (applications) log.info({ applications }, 'Unclaimed applications were deleted')
    },
    { countDue: () => countExpiredApplications(database, now()) },
  )
  // In the morning: a reminder is read when it can be acted on. What has ended counts no more from midnight anyway.
  jobs.schedule(
    'keep-statements',
    async ({ log, progress }) => {
      log.info({ ...(await expireStatements(services, progress)) }, 'Investor statements were looked through')
    },
    { countDue: () => countStatements(services) },
  )
  // In the morning, too.
  jobs.schedule(
    'remind-invoices',
    async ({ log, progress }) => {
      log.info({ ...(await remindOfInvoices(services, progress)) }, 'Reminders of open invoices were sent')
    },
    { countDue: () => countInvoiceReminders(services) },
  )
  jobs.schedule(
    'keep-verifications',
    async ({ log, progress }) => {
      log.info({ ...(await expireVerifications(services, progress)) }, 'ID documents were looked through')
    },
    { countDue: () => countVerifications(services) },
  )
  // In the morning, when people have the day before them.
  jobs.schedule(
    'nudge-drafts',
    async ({ log, progress }) => {
      log.info(
        { ...(await nudgeDrafts(services, progress)) },
        'Reminders of unfinished applications were sent',
      )
    },
    { countDue: () => countNudges(services) },
  )
  jobs.schedule(
    'remind-visitors',
    async ({ log, progress }) => {
      log.info(
        { ...(await remindVisitors(services, progress)) },
        'Visitors were told of applications that are deleted soon',
      )
    },
    { countDue: () => countVisitorsToRemind(services) },
  )
  jobs.schedule('remind-reviewers', async ({ log }) => {
    const report = await remindReviewers(services)
    log.info({ ...report }, 'Reviewers were reminded of what is due')
    return { ...report }
  })
  jobs.schedule(
    'apply-retention',
    async ({ log, progress }) => {
      log.info({ ...(await applyRetention(services, now(), progress)) }, 'Retention was applied')
    },
    { countDue: () => countRetained(database, now()) },
  )
  jobs.schedule('open-month', async ({ log }) => {
    const opened = await openMonth(database)
    if (opened) log.info('A month of the audit log was opened')
    return { opened: Number(opened) }
  })
  jobs.schedule(
    'checkpoint-ledger',
    async ({ log }) => {
      log.info({ ...(await checkpointLedger(services)) }, 'The audit log was checked')
    },
    { countDue: () => services.checkpoints.countUnchecked() },
  )
  jobs.schedule(
    'keep-records',
    async ({ log, progress }) => {
      log.info(
        { ...(await deleteOutdatedRecords(services, progress)) },
        'Records whose time is over were deleted',
      )
    },
    { countDue: () => countOverdue(services) },
  )
}

function mailTransportOf({ resend, smtpUrl, mailFrom: from, mailBounces: bounces }: Config): MailTransport {
  if (resend) return resendTransport({ ...resend, from })
  return smtpUrl ? smtpTransport({ url: smtpUrl, from, bounces, connections: AT_ONCE }) : mailboxTransport()
}
