import { endpointQuery } from '#web/lib/query-client.ts'

/** Good for the five minutes of every query; a failure asks no one for anything (account-admin §9). */
export const needsEmailQuery = { ...endpointQuery('GET /api/user/needs-email'), retry: false }
