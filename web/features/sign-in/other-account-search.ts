import { searchSchema, text } from '#web/lib/search-schema.ts'

export const otherAccountSearch = searchSchema({ returnTo: text })
