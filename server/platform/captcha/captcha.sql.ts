import { statement } from '#server/platform/database/statement.ts'

export const spendChallenge = statement({
  text: 'insert into rate_limits (key, points, expire) values ($1, 1, $2) on conflict (key) do nothing',
  takes: ['text', 'int8'],
})
