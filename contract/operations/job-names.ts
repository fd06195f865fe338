import { z } from 'zod'

/** Scheduled work. Each schedule also picks up rows whose job was lost. */
export const ScheduleName = z.enum([
  'sweep-mails',
  'screen-cases',
  'import-lists',
  'fetch-lists',
  'keep-records',
  'apply-retention',
  'checkpoint-ledger',
  'open-month',
  'keep-verifications',
  'keep-statements',
  'remove-unclaimed',
  'sweep-files',
  'sweep-exports',
  'rewrap-keys',
  'sweep-lapsed',
  'sweep-stripe-events',
  'copy-all-invoices',
  'remind-invoices',
  'remind-reviewers',
  'remind-visitors',
  'nudge-drafts',
  'note-lapsed-claims',
  'fold-figures',
])
export type ScheduleName = z.infer<typeof ScheduleName>

/** Work that stops after its last try: jobs of the named queues, and mails that were given up. */
export const DeadLetterJob = z.enum([
  'send-mails',
  'screen-case',
  'screen-waiting',
  'try-screening',
  'build-export',
  'apply-stripe-event',
  'copy-invoices',
  'apply-decision',
  'read-document',
])
export type DeadLetterJob = z.infer<typeof DeadLetterJob>

/** How a run ended: `stopped` if it was paused or its process stopped, `broken` if its process died. */
export const RunResult = z.enum(['done', 'failed', 'stopped', 'broken'])
export type RunResult = z.infer<typeof RunResult>

/** Problems with a job that people are told about by mail. */
export const JobTrouble = z.enum(['failing', 'late', 'paused'])
export type JobTrouble = z.infer<typeof JobTrouble>

export const JobStanding = z.enum(['fine', 'running', 'waiting', 'paused', 'late', 'failing'])
export type JobStanding = z.infer<typeof JobStanding>
