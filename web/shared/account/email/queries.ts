import { endpointQuery } from '#web/lib/query-client.ts'

/** Fresh for the default five minutes; on failure no one is asked for anything (account-admin §9.1). */
export const needsEmailQuery = { ...endpointQuery('GET /api/user/needs-email'), retry: false }
