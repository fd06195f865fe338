import { statement } from '#server/platform/database/statement.ts'

/**
 * For each approved person with an account, the first day on which an identity document expires; a passport has
 * one side.
 */
const FIRST_END = `
  select c.user_id as id, min(d.expires_on) as "expiresOn"
  from cases c join users u on u.id = c.user_id and u.disabled_at is null
  join kyc_profiles k on k.user_id = c.user_id
  join documents d on d.user_id = c.user_id and d.kind = 'consumer' and d.superseded_at is null
    and (d.slot = 'id-front' or d.slot = 'id-back' and k.doc_type <> 'passport')
  where c.kind = 'consumer' and c.state = 'approved' and d.expires_on is not null`

export const selectEnding = statement({
  text: `${FIRST_END} and d.expires_on <= $3 and c.user_id > $1
  group by c.user_id order by c.user_id limit $2`,
  takes: ['int8', 'int8', 'text'],
  gives: { id: 'int8', expiresOn: 'text' },
})

export const selectEndingOf = statement({
  text: `${FIRST_END} and c.user_id = $1 group by c.user_id`,
  takes: ['int8'],
  gives: { id: 'int8', expiresOn: 'text' },
})
