import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/query-client.ts'

const ASK_FIRST_MS = 1500
/** A busy server reads later: the longer a page waits, the less often it polls. */
const ASK_LAST_MS = 15_000

/** What a machine has read from one of the reader's own documents; asks until it is read. Undefined while unknown. */
export function useOwnReading(documentId: string) {
  const { data } = useQuery({
    ...endpointQuery('GET /api/documents/:id/reading', { params: { id: documentId } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' && Math.min(ASK_FIRST_MS * 1.1 ** state.dataUpdateCount, ASK_LAST_MS),
  })
  return data
}
