import { searchSchema, text } from '#web/lib/search-schema.ts'

export const traderSearch = searchSchema({ step: text })
