import { statement } from '#server/platform/database/statement.ts'

export const storeSecondFactor = statement({
  text: 'update sessions set has_second_factor = true where token_hash = $1',
  takes: ['text'],
})
