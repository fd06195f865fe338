import { searchSchema, text } from '#web/lib/search-schema.ts'

/** `invoice` is the one that someone has gone to pay: coming back shows what became of it. */
export const accountSearch = searchSchema({ tab: text, invoice: text })
