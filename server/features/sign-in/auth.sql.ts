import { statement } from '#server/platform/database/statement.ts'

export const selectWhetherDeviceKnown = statement({
  text: `select bool_or(after->>'mark' = $2) as "isKnown" from events
     where user_id = $1 and type = 'auth.signed_in' and after->>'mark' is not null`,
  takes: ['int8', 'text'],
  gives: { isKnown: 'bool?' },
})
