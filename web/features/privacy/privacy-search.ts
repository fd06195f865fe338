import { oneOf, searchSchema, text } from '#web/lib/search-schema.ts'

/** `ask`: the dialog that was open before a sign-in. */
export const privacyRequestsSearch = searchSchema({ ask: text })
export const dataRequestsSearch = searchSchema({ tab: text, show: oneOf('done'), ask: text })
