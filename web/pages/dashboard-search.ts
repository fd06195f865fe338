import { oneOf, searchSchema, text } from '#web/lib/search-schema.ts'

const order = oneOf('asc', 'desc')

export const dashboardSearch = searchSchema({
  tab: text,
  q: text,
  email: text,
  name: text,
  individual: text,
  business: text,
  erased: oneOf('include'),
  joined: text,
  came: text,
  waits: text,
  theirs: text,
  rejected: text,
  left: text,
  role: text,
  method: text,
  sort: oneOf('name'),
  order,
  invited: text,
  inviteSort: text,
  inviteOrder: order,
  page: (value: unknown) => (typeof value === 'number' ? value : undefined),
  /** Asks whether to resend this invitation (account-admin §2.13). */
  resend: text,
})
