import { sayChange } from '#server/platform/database/changes.sql.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Whether a notice `n` is still urgent at $2. */
export const IS_URGENT =
  '(n.urgent_until is not null and n.urgent_until > $2::timestamptz and n.handled_at is null)'

/** Whether someone's matter of a notice `n` is done, or they have read it: nothing is left to do about it. */
export const IS_READ = '(n.read_at is not null or n.handled_at is not null)'

export const countUnreadNotices = statement({
  text: `select count(*)::int as unread, count(*) filter (where ${IS_URGENT})::int as urgent
     from notices n where n.user_id = $1 and (not ${IS_READ} or ${IS_URGENT})`,
  takes: ['int8', 'timestamptz'],
  gives: { unread: 'int4', urgent: 'int4' },
})

export const selectDueReminders = statement({
  text: `
  select count(*) filter (where due_at < $1)::int as overdue, count(*) filter (where due_at >= $1)::int as soon
  from cases c join users u on u.id = c.user_id
  where c.state in ('submitted', 'in_review', 'awaiting_second_approval') and c.due_at < $2 and u.issuer <> 'applicant'`,
  takes: ['timestamptz', 'timestamptz'],
  gives: { overdue: 'int4', soon: 'int4' },
})

/** Marks unread notices of $1 as read, one or all up to one, and announces that to their other pages. */
export const markNoticesRead = statement({
  text: `update notices set read_at = $2
     where user_id = $1 and read_at is null and ($3::bigint is null or id = $3) and ($4::bigint is null or id <= $4)
     returning ${sayChange("'notices ' || user_id")} as said`,
  takes: ['int8', 'timestamptz', 'int8?', 'int8?'],
  gives: { said: 'void' },
})
