import { searchSchema, text } from '#web/lib/search-schema.ts'

/** `invoice` is the one the person left to pay: on return the page shows its outcome. */
export const accountSearch = searchSchema({ tab: text, invoice: text })
