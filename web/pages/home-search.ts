import { searchSchema, text } from '#web/lib/search-schema.ts'

/** `from`, `to`: the days for which the staff dashboard shows how the promise was kept. */
export const homeSearch = searchSchema({ from: text, to: text })
