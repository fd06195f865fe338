import { DAY_MS } from '#domain/plain-date.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import { storeRemoval } from '#server/platform/files/file-journal.ts'
import { type Changed, countUpToLimit, unattended, untilNone } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import {
  deleteAbandonedDocuments,
  deleteEventsOfInvitations,
  deleteInvitations,
  deleteMailsOfInvitations,
  lockOutdatedInvitations,
  OLD,
  removeOld,
} from './retention.sql.ts'

export interface RetentionReport {
  sessions: number
  drafts: number
  documents: number
  mailBodies: number
  signIns: number
  bugReports: number
  invitations: number
  notices: number
  stripeEvents: number
  deadLetters: number
}

/** The most rows that one statement removes. */
const SIZE = 1000

type Retaining = Pick<Services, 'database' | 'files' | 'log'>

/**
 * Deletes what has been kept long enough: expired sessions, drafts and files of applications that were never
 * submitted, texts of old emails, old sign-ins, bug reports and notices, invitations that no one accepted,
 * applied events of Stripe. In batches of one transaction each with its event; a batch's files are deleted
 * after it, and by the sweep after a crash.
 */
export async function applyRetention(
  services: Retaining,
  at: Date,
  progress = unattended(services.log),
): Promise<RetentionReport> {
  const { database, files } = services
  const batches = (step: keyof RetentionReport, change: (tx: Db, size: number) => Promise<Changed>) =>
    untilNone(
      database,
      progress,
      step,
      async (tx, size) => {
        const changed = await change(tx, size)
        const after = { [step]: changed.rows }
        if (changed.rows)
          await recordEvent(tx, { at, type: 'retention.applied', actor: { kind: 'system' }, after })
        return changed
      },
      SIZE,
    )
  const old = (step: keyof typeof OLD, days: keyof typeof RETENTION_DAYS) =>
    batches(step, async (tx, size) => {
      const { rowCount } = await removeOld[step](tx, [before(at, RETENTION_DAYS[days]), size])
      return rowsOnly(rowCount ?? 0)
    })
  return {
    sessions: await old('sessions', 'lapsedSession'),
    drafts: await old('drafts', 'abandonedApplication'),
    documents: await batches('documents', (tx, size) => removeDocuments(tx, files, at, size)),
    mailBodies: await old('mailBodies', 'mailBody'),
    signIns: await old('signIns', 'signIn'),
    bugReports: await old('bugReports', 'bugReport'),
    invitations: await batches('invitations', async (tx, size) =>
      rowsOnly(await removeInvitations(tx, before(at, RETENTION_DAYS.invitation), size)),
    ),
    notices: await old('notices', 'notice'),
    stripeEvents: await old('stripeEvents', 'stripeEvent'),
    deadLetters: await old('deadLetters', 'deadLetter'),
  }
}

const rowsOnly = (rows: number): Changed => ({ rows, afterwards: async () => {} })

/**
 * The number of rows older than their period, in everything that retention covers except documents and
 * invitations.
 */
export async function countRetained(database: Database, at: Date): Promise<number> {
  const days = {
    sessions: RETENTION_DAYS.lapsedSession,
    drafts: RETENTION_DAYS.abandonedApplication,
    mailBodies: RETENTION_DAYS.mailBody,
    signIns: RETENTION_DAYS.signIn,
    bugReports: RETENTION_DAYS.bugReport,
    notices: RETENTION_DAYS.notice,
    stripeEvents: RETENTION_DAYS.stripeEvent,
    deadLetters: RETENTION_DAYS.deadLetter,
  } satisfies Record<keyof typeof OLD, number>
  let due = 0
  for (const [step, { table, where }] of Object.entries(OLD))
    due += await countUpToLimit(database, `from ${table} d where ${where}`, [
      before(at, days[step as keyof typeof OLD]),
    ])
  return due
}

/**
 * Invitations that no one accepted, with their emails, which contain the address as well. Unsubscribed ones
 * stay, so that the next invitation is refused.
 */
async function removeInvitations(tx: Db, limit: Date, size: number): Promise<number> {
  const { rows } = await lockOutdatedInvitations(tx, [limit, size])
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await deleteEventsOfInvitations(tx, [ids])
  await deleteMailsOfInvitations(tx, [ids])
  await deleteInvitations(tx, [ids])
  return ids.length
}

/** Documents of applications, of people or companies, that weren't submitted or changed within the period. */
async function removeDocuments(tx: Db, files: Retaining['files'], at: Date, size: number): Promise<Changed> {
  const { rows } = await deleteAbandonedDocuments(tx, [before(at, RETENTION_DAYS.abandonedApplication), size])
  const keys = rows.flatMap(({ storage_key, rendition_key }) =>
    rendition_key ? [storage_key, rendition_key] : [storage_key],
  )
  await storeRemoval(tx, keys, at)
  const afterwards = async () => {
    for (const key of keys) await files.remove(key)
  }
  return { rows: rows.length, afterwards }
}

function before(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS)
}
