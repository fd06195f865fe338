import { statement } from '#server/platform/database/statement.ts'

export const selectWithoutStatement = statement({
  text: `
  select u.id from users u
  where (u.investor_category is not null or u.is_trader or u.is_investor)
    and not exists (
      select from certifications c
      where c.user_id = u.id and c.superseded_at is null and c.expires_at > $3
        and c.certification_name = 'investor_' || u.investor_category)
    and u.id > $1 order by u.id limit $2`,
  takes: ['int8', 'int8', 'timestamptz'],
  gives: { id: 'int8' },
})
