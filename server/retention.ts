import { NOTICE_DAYS } from '#contract/notices.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import type { Db } from './platform/database/database.ts'
import { noteRemoval } from './platform/files/file-journal.ts'
import { recordEvent } from './platform/ledger/record-event.ts'
import type { Services } from './services.ts'

/** How long what nobody needs any more is kept, in days (security R59). */
export const RETENTION_DAYS = {
  lapsedSession: 1,
  abandonedApplication: 90,
  mailBody: 90,
  signIn: 365,
  bugReport: 365,
  invitation: 365,
  notice: NOTICE_DAYS,
  /** Longer than Stripe tells of an event again, and than it keeps one for a replay: told twice, it still has one effect. */
  stripeEvent: 90,
} as const

/** A legal hold stops the deletion of what belongs to a person (law §3.1). */
const NOT_HELD = 'not exists (select from legal_holds h where h.user_id = d.user_id and h.lifted_at is null)'

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
}

/**
 * Clears away what has been kept long enough: lapsed sessions, drafts and files of applications that were begun and
 * never submitted, texts of old mails, old sign-ins, bug reports and notices, invitations that nobody accepted, events of
 * Stripe that were applied. One transaction, told in the ledger; the files go after it, and what a crash leaves of them
 * the sweep removes.
 */
export async function applyRetention(
  { database, files }: Pick<Services, 'database' | 'files'>,
  at: Date,
): Promise<RetentionReport> {
  const { report, keys } = await database.transaction(async (tx) => {
    const removed = await removeAbandonedDocuments(tx, before(at, RETENTION_DAYS.abandonedApplication))
    const counts: RetentionReport = {
      sessions: await rowsOf(
        tx,
        'delete from sessions where expires_at < $1',
        before(at, RETENTION_DAYS.lapsedSession),
      ),
      drafts: await rowsOf(
        tx,
        `delete from drafts d where updated_at < $1 and ${NOT_HELD}`,
        before(at, RETENTION_DAYS.abandonedApplication),
      ),
      documents: removed.count,
      mailBodies: await rowsOf(
        tx,
        `update mails d set html = '', text = '', unsubscribe_url = null,
           to_address = case when kind = 'account-erased' then '' else to_address end
         where created_at < $1 and status <> 'queued' and html <> '' and ${NOT_HELD}`,
        before(at, RETENTION_DAYS.mailBody),
      ),
      signIns: await rowsOf(
        tx,
        `delete from sign_ins d where at < $1 and ${NOT_HELD}`,
        before(at, RETENTION_DAYS.signIn),
      ),
      bugReports: await rowsOf(
        tx,
        'delete from bug_reports where created_at < $1',
        before(at, RETENTION_DAYS.bugReport),
      ),
      invitations: await removeInvitations(tx, before(at, RETENTION_DAYS.invitation)),
      notices: await rowsOf(
        tx,
        'delete from notices where created_at < $1',
        before(at, RETENTION_DAYS.notice),
      ),
      // One that waits for Stripe to answer stays until it is applied.
      stripeEvents: await rowsOf(
        tx,
        'delete from stripe_events where received_at < $1 and applied_at is not null',
        before(at, RETENTION_DAYS.stripeEvent),
      ),
    }
    await noteRemoval(tx, removed.keys, at)
    await recordEvent(tx, { at, type: 'retention.applied', actor: { kind: 'system' }, after: counts })
    return { report: counts, keys: removed.keys }
  })
  for (const key of keys) await files.remove(key)
  return report
}

/**
 * Invitations that nobody accepted, with their emails: those hold the address as well. One that asked for no more stays: it
 * is how the next invitation is refused.
 */
async function removeInvitations(tx: Db, limit: Date): Promise<number> {
  const over = `select id from invitations where user_id is null and expires_at < $1
    and status not in ('unsubscribed', 'complained')`
  const emails = `select mail_id from invitation_mails where invitation_id in (${over})`
  await tx.$client.query(`delete from mail_events where mail_id in (${emails})`, [limit])
  await tx.$client.query(
    `with gone as (delete from invitation_mails where invitation_id in (${over}) returning mail_id)
     delete from mails where id in (select mail_id from gone)`,
    [limit],
  )
  return rowsOf(tx, `delete from invitations where id in (${over})`, limit)
}

/** Documents of applications, of people or of companies, that were never submitted nor touched since `limit`. */
async function removeAbandonedDocuments(tx: Db, limit: Date): Promise<{ count: number; keys: string[] }> {
  const { rows } = await tx.$client.query<{ storage_key: string; rendition_key: string | null }>(
    `delete from documents d using cases c
     where c.user_id = d.user_id and c.kind = d.kind and c.round = 0 and c.updated_at < $1 and d.created_at < $1
       and ${NOT_HELD}
       and not exists (
         select 1 from drafts f where f.user_id = d.user_id and f.kind = d.kind and f.updated_at >= $1)
     returning d.storage_key, d.rendition_key`,
    [limit],
  )
  return {
    count: rows.length,
    keys: rows.flatMap((row) =>
      row.rendition_key ? [row.storage_key, row.rendition_key] : [row.storage_key],
    ),
  }
}

async function rowsOf(tx: Db, statement: string, limit: Date): Promise<number> {
  return (await tx.$client.query(statement, [limit])).rowCount ?? 0
}

function before(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS)
}
