import { queryClient } from './query-client.ts'

/**
 * How long after a change the connection and the server are left to its consequences, such as loading the next
 * case and its picture.
 */
const QUIET_MS = 600

let endedAt = 0
const changes = queryClient.getMutationCache()
changes.subscribe(() => {
  if (queryClient.isMutating() === 0) endedAt = Date.now()
})

/** Resolves once this page hasn't made a change for a moment: what its own changes show comes from their answers. */
export async function whenUnchanging(): Promise<void> {
  while (queryClient.isMutating() > 0) await nextOf(changes)
  const left = endedAt + QUIET_MS - Date.now()
  // More than the maximum is left only if the clock was set back.
  if (left <= 0 || left > QUIET_MS) return
  await new Promise((resolve) => setTimeout(resolve, left))
  return whenUnchanging()
}

function nextOf(cache: typeof changes): Promise<void> {
  return new Promise((resolve) => {
    const stop = cache.subscribe(() => {
      stop()
      resolve()
    })
  })
}
