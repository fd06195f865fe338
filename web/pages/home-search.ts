import { searchSchema, text } from '#web/lib/search-schema.ts'

/** `from`, `to`: the days for which the staff dashboard shows the promise's figures. */
export const homeSearch = searchSchema({ from: text, to: text })
