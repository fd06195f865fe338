import { NOTICE_DAYS } from '#contract/notices.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import type { Database, Db } from './platform/database/database.ts'
import { noteRemoval } from './platform/files/file-journal.ts'
import { type Changed, countUpToLimit, untilNone } from './platform/jobs/in-batches.ts'
import { unattended } from './platform/jobs/progress.ts'
import { recordEvent } from './platform/ledger/record-event.ts'
import type { Services } from './services.ts'

/** How long what no one needs any more is kept, in days (security R59). */
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
  /** Work that stopped; no longer than the text of a mail that could be sent again. */
  deadLetter: 90,
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
  deadLetters: number
}

/** What one statement removes at most. */
const SIZE = 1000

type Retaining = Pick<Services, 'database' | 'files' | 'log'>

/**
 * Clears away what has been kept long enough: lapsed sessions, drafts and files of applications that were started and
 * never submitted, texts of old mails, old sign-ins, bug reports and notices, invitations that no one accepted, events of
 * Stripe that were applied. In batches, each a transaction with its event; the files of a batch go after it, and what a
 * crash leaves of them the sweep removes.
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
  const old = (step: keyof RetentionReport, days: keyof typeof RETENTION_DAYS, rows: OldRows) =>
    batches(step, async (tx, size) => {
      const { rowCount } = await tx.$client.query(changeOf(rows), [before(at, RETENTION_DAYS[days]), size])
      return rowsOnly(rowCount ?? 0)
    })
  return {
    sessions: await old('sessions', 'lapsedSession', OLD.sessions),
    drafts: await old('drafts', 'abandonedApplication', OLD.drafts),
    documents: await batches('documents', (tx, size) => removeDocuments(tx, files, at, size)),
    mailBodies: await old('mailBodies', 'mailBody', OLD.mailBodies),
    signIns: await old('signIns', 'signIn', OLD.signIns),
    bugReports: await old('bugReports', 'bugReport', OLD.bugReports),
    invitations: await batches('invitations', async (tx, size) =>
      rowsOnly(await removeInvitations(tx, before(at, RETENTION_DAYS.invitation), size)),
    ),
    notices: await old('notices', 'notice', OLD.notices),
    stripeEvents: await old('stripeEvents', 'stripeEvent', OLD.stripeEvents),
    deadLetters: await old('deadLetters', 'deadLetter', OLD.deadLetters),
  }
}

const rowsOnly = (rows: number): Changed => ({ rows, afterwards: async () => {} })

/** Rows of a table, as `d`, that are older than $1; deleted unless `set` says what is done with them. */
interface OldRows {
  table: string
  where: string
  set?: string
}

const OLD = {
  sessions: { table: 'sessions', where: 'd.expires_at < $1' },
  drafts: { table: 'drafts', where: `d.updated_at < $1 and ${NOT_HELD}` },
  mailBodies: {
    table: 'mails',
    where: `d.created_at < $1 and d.status <> 'queued' and d.html <> '' and ${NOT_HELD}`,
    set: `html = '', text = '', unsubscribe_url = null,
      to_address = case when kind = 'account-erased' then '' else to_address end`,
  },
  signIns: { table: 'sign_ins', where: `d.at < $1 and ${NOT_HELD}` },
  bugReports: { table: 'bug_reports', where: 'd.created_at < $1' },
  notices: { table: 'notices', where: 'd.created_at < $1' },
  // One that waits for Stripe to answer stays until it is applied.
  stripeEvents: { table: 'stripe_events', where: 'd.received_at < $1 and d.applied_at is not null' },
  deadLetters: { table: 'dead_letters', where: 'd.failed_at < $1' },
} satisfies Record<string, OldRows>

/** Skips what someone else holds: it is theirs at the moment, or another process is at it. */
function changeOf({ table, where, set }: OldRows): string {
  const chosen = `ctid = any(array(
    select d.ctid from ${table} d where ${where} limit $2 for update of d skip locked))`
  return set ? `update ${table} set ${set} where ${chosen}` : `delete from ${table} where ${chosen}`
}

/** How many rows are older than their time, of all that retention looks at but documents and invitations. */
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
 * Invitations that no one accepted, with their emails: those hold the address as well. One that asked for no more stays: it
 * is how the next invitation is refused.
 */
async function removeInvitations(tx: Db, limit: Date, size: number): Promise<number> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `select id from invitations where user_id is null and expires_at < $1
       and status not in ('unsubscribed', 'complained')
     order by id limit $2 for update skip locked`,
    [limit, size],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.$client.query(
    `delete from mail_events where mail_id in
       (select mail_id from invitation_mails where invitation_id = any($1))`,
    [ids],
  )
  await tx.$client.query(
    `with gone as (delete from invitation_mails where invitation_id = any($1) returning mail_id)
     delete from mails where id in (select mail_id from gone)`,
    [ids],
  )
  await tx.$client.query('delete from invitations where id = any($1)', [ids])
  return ids.length
}

/** Documents of applications, of people or of companies, that were never submitted nor touched for their time. */
async function removeDocuments(tx: Db, files: Retaining['files'], at: Date, size: number): Promise<Changed> {
  const { rows } = await tx.$client.query<{ storage_key: string; rendition_key: string | null }>(
    `delete from documents where id = any(array(
       select d.id from documents d join cases c on c.user_id = d.user_id and c.kind = d.kind
       where c.round = 0 and c.updated_at < $1 and d.created_at < $1 and ${NOT_HELD}
         and not exists (
           select 1 from drafts f where f.user_id = d.user_id and f.kind = d.kind and f.updated_at >= $1)
       limit $2 for update of d skip locked))
     returning storage_key, rendition_key`,
    [before(at, RETENTION_DAYS.abandonedApplication), size],
  )
  const keys = rows.flatMap(({ storage_key, rendition_key }) =>
    rendition_key ? [storage_key, rendition_key] : [storage_key],
  )
  await noteRemoval(tx, keys, at)
  const afterwards = async () => {
    for (const key of keys) await files.remove(key)
  }
  return { rows: rows.length, afterwards }
}

function before(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS)
}
