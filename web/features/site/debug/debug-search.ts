import { oneOf, searchSchema } from '#web/lib/search-schema.ts'

export const debugSearch = searchSchema({ panel: oneOf('headers', 'raw') })
