import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import type { DocumentedCase } from '../selected-document.ts'

/** A document is read within seconds or minutes of its upload, and nothing tells the desk of it. */
const ASK_EVERY_MS = 5_000

export type CaseReading = Answer<'GET /api/admin/users/:id/readings'>['readings'][number]

/** What was read of the documents of a case, by their ids; empty while it is unknown. Asked for again whenever there is another document. */
export function useCaseReadings(
  userId: number,
  { kind, items }: DocumentedCase,
): ReadonlyMap<string, CaseReading> {
  const query = endpointQuery('GET /api/admin/users/:id/readings', {
    params: { id: userId },
    query: { kind },
  })
  const documents = items.flatMap(({ document, formerDocuments }) => [
    ...(document ? [document.id] : []),
    ...formerDocuments.map(({ id }) => id),
  ])
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, documents.toSorted()],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.readings.some((reading) => reading.state === 'waiting') ? ASK_EVERY_MS : false,
  })
  return new Map(data?.readings.map((reading) => [reading.documentId, reading]))
}
