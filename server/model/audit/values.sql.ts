import { statement } from '#server/platform/database/statement.ts'

const ownerBy = (text: string) => statement({ text, takes: ['int8'], gives: { id: 'int8' } })

/** A row's owner, by the row's number. */
export const selectOwner = {
  person: ownerBy('select id from users where id = $1::bigint'),
  company: ownerBy('select user_id as id from business_profiles where id = $1::bigint'),
  case: ownerBy('select user_id as id from cases where id = $1::bigint'),
}
