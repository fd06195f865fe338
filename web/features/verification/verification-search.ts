import { oneOf, searchSchema, text } from '#web/lib/search-schema.ts'

export const verificationSearch = searchSchema({ tab: oneOf('faq') })
export const verificationSuccessSearch = searchSchema({ id: text })
export const successSearch = searchSchema({ id: text, type: text, completed: text, registerRequired: text })
