import { statement } from '#server/platform/database/statement.ts'

const HINTS_SHOWN = 5

export const selectSameCompany = statement({
  text: `select other.user_id, c.state
     from business_profiles own
     join business_profiles other on other.registration_country = own.registration_country
       and other.company_number = own.company_number and other.user_id <> own.user_id
     join cases c on c.id = other.case_id
     join users u on u.id = other.user_id and u.issuer <> $2
     where own.user_id = $1 and other.user_id <> $3 order by other.id limit ${HINTS_SHOWN}`,
  takes: ['int8', 'text', 'int8'],
  gives: { user_id: 'int8', state: 'text' },
})
