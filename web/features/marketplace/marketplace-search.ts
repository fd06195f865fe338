import { oneOf, searchSchema } from '#web/lib/search-schema.ts'

export const marketplaceSearch = searchSchema({ tab: oneOf('integrate') })
