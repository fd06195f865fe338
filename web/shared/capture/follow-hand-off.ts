import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'

const POLL_MS = 2000

/** What the documents were last fetched for: several fields follow the same hand-off. */
let fetchedFor = { id: '', stored: 0, questioned: 0 }

/** Follows a hand-off while it is watched: its state, and with each photo that arrives or is undone, the documents. */
export function useHandOff(id: string | null, isWatched: boolean) {
  const query = useQuery({
    ...endpointQuery('GET /api/hand-offs/:id', { params: { id: id ?? '' } }),
    enabled: id !== null && isWatched,
    refetchInterval: POLL_MS,
  })
  const handOff = id === null ? null : (query.data?.handOff ?? null)
  const stored = handOff?.slots.filter(({ isStored }) => isStored).length ?? 0
  const questioned = handOff?.slots.filter(({ isQuestioned }) => isQuestioned).length ?? 0
  const isKnown = handOff !== null
  useEffect(() => {
    if (id === null || !isKnown) return
    const isSame = fetchedFor.id === id
    const before = isSame ? fetchedFor : { stored: 0, questioned: 0 }
    if (before.stored === stored && before.questioned === questioned) return
    fetchedFor = { id, stored, questioned }
    void invalidate('GET /api/documents', 'GET /api/verification/status', 'GET /api/documents/former')
  }, [id, isKnown, stored, questioned])
  // It is someone else's, or its account no longer exists.
  const isMissing = id !== null && query.error instanceof ApiError && query.error.status === 404
  return { handOff, isMissing }
}
