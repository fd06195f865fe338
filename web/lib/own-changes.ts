import { queryClient } from './query-client.ts'

/** For so long after a change the line and the server belong to what it leads to, such as the next case and its picture. */
const QUIET_MS = 600

let endedAt = 0
const changes = queryClient.getMutationCache()
changes.subscribe(() => {
  if (queryClient.isMutating() === 0) endedAt = Date.now()
})

/** Resolves once no change is being made from this page, nor was a moment ago: what it shows of its own changes it has from their answers. */
export async function whenUnchanging(): Promise<void> {
  while (queryClient.isMutating() > 0) await nextOf(changes)
  const left = endedAt + QUIET_MS - Date.now()
  // More than the whole of it is left only when the clock was set back.
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
