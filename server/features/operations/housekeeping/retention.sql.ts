import { statement } from '#server/platform/database/statement.ts'

/** A legal hold stops the deletion of a person's data (law §3.1). */
const NOT_HELD = 'not exists (select from legal_holds h where h.user_id = d.user_id and h.lifted_at is null)'

export const lockOutdatedInvitations = statement({
  text: `select id from invitations where user_id is null and expires_at < $1
       and status not in ('unsubscribed', 'complained')
     order by id limit $2 for update skip locked`,
  takes: ['timestamptz', 'int8'],
  gives: { id: 'int8' },
})

export const deleteEventsOfInvitations = statement({
  text: `delete from mail_events where mail_id in
       (select mail_id from invitation_mails where invitation_id = any($1))`,
  takes: ['int8[]'],
})

export const deleteMailsOfInvitations = statement({
  text: `with gone as (delete from invitation_mails where invitation_id = any($1) returning mail_id)
     delete from mails where id in (select mail_id from gone)`,
  takes: ['int8[]'],
})

export const deleteInvitations = statement({
  text: 'delete from invitations where id = any($1)',
  takes: ['int8[]'],
})

export const deleteAbandonedDocuments = statement({
  text: `delete from documents where id = any(array(
       select d.id from documents d join cases c on c.user_id = d.user_id and c.kind = d.kind
       where c.round = 0 and c.updated_at < $1 and d.created_at < $1 and ${NOT_HELD}
         and not exists (
           select 1 from drafts f where f.user_id = d.user_id and f.kind = d.kind and f.updated_at >= $1)
       limit $2 for update of d skip locked))
     returning storage_key, rendition_key`,
  takes: ['timestamptz', 'int8'],
  gives: { storage_key: 'text', rendition_key: 'text?' },
})

/** Rows of a table, as `d`, that are older than $1; deleted unless `set` gives an update instead. */
interface OldRows {
  table: string
  where: string
  set?: string
}

export const OLD = {
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
  // An unapplied event is kept.
  stripeEvents: { table: 'stripe_events', where: 'd.received_at < $1 and d.applied_at is not null' },
  deadLetters: { table: 'dead_letters', where: 'd.failed_at < $1' },
} satisfies Record<string, OldRows>

/** Skips locked rows: someone is using them, or another process is deleting them. */
const removing = ({ table, where, set }: OldRows) => {
  const chosen = `ctid = any(array(
    select d.ctid from ${table} d where ${where} limit $2 for update of d skip locked))`
  return statement({
    text: set ? `update ${table} set ${set} where ${chosen}` : `delete from ${table} where ${chosen}`,
    takes: ['timestamptz', 'int8'],
  })
}

export const removeOld = {
  sessions: removing(OLD.sessions),
  drafts: removing(OLD.drafts),
  mailBodies: removing(OLD.mailBodies),
  signIns: removing(OLD.signIns),
  bugReports: removing(OLD.bugReports),
  notices: removing(OLD.notices),
  stripeEvents: removing(OLD.stripeEvents),
  deadLetters: removing(OLD.deadLetters),
}
