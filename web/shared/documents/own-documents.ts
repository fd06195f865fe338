import { endpointQuery } from '#web/lib/query-client.ts'

export const ownDocumentsQuery = endpointQuery('GET /api/documents')
