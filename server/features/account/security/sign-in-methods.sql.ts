import { statement } from '#server/platform/database/statement.ts'

export const noteSecondFactor = statement({
  text: 'update sessions set has_second_factor = true where token_hash = $1',
  takes: ['text'],
})
