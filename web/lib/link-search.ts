import { searchSchema, text } from './search-schema.ts'

/** The pages that a link in a mail leads to, by its token. */
export const linkSearch = searchSchema({ token: text })
