import { statement } from '#server/platform/database/statement.ts'

export const selectNearConfirmation = statement({
  text: `
  select c.id, c.user_id as "userId", c.confirm_by as "confirmBy", exists (
    select 1 from documents d
    where d.user_id = c.user_id and d.kind = 'consumer' and d.superseded_at is null and d.expires_on < $5
  ) as "hasExpired"
  from cases c join users u on u.id = c.user_id and u.disabled_at is null
  where c.kind = 'consumer' and c.state = 'reverification_due' and c.confirm_by >= $3 and c.confirm_by < $4
    and c.id > $1 order by c.id limit $2`,
  takes: ['int8', 'int8', 'timestamptz', 'timestamptz', 'text'],
  gives: { id: 'int8', userId: 'int8', confirmBy: 'timestamptz!', hasExpired: 'bool' },
})
