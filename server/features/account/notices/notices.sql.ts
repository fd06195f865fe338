import { statement } from '#server/platform/database/statement.ts'

/** Whether a notice `n` still asks for something at $2. */
export const IS_URGENT =
  '(n.urgent_until is not null and n.urgent_until > $2::timestamptz and n.handled_at is null)'

export const countUnreadNotices = statement({
  text: `select count(*)::int as unread, count(*) filter (where ${IS_URGENT})::int as urgent
     from notices n where n.user_id = $1 and (n.read_at is null or ${IS_URGENT})`,
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
