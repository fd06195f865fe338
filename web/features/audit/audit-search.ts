import { oneOf, searchSchema, text } from '#web/lib/search-schema.ts'

export const auditSearch = searchSchema({
  type: text,
  person: text,
  actor: text,
  from: text,
  to: text,
  reads: oneOf('hidden'),
})
