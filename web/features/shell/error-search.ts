import { searchSchema, text } from '#web/lib/search-schema.ts'

export const errorSearch = searchSchema({ status: text, message: text })
