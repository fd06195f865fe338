import { queryClient } from './query-client.ts'

/**
 * Resolves once no change is being made from this page. What a change leads to, such as the next case, doesn't share the line and the
 * server with what is read again of the page that it leaves.
 */
export function whenUnchanging(): Promise<void> {
  if (queryClient.isMutating() === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating() > 0) return
      stop()
      resolve()
    })
  })
}
