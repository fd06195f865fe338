import { mayHaveHappened } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'

/**
 * How a change is sent that names the version it was made on. It is never sent twice: the second would be refused as
 * a conflict with the first. Where the answer was lost, the case is read again before the failure shows, so that what
 * was stored after all is seen and the next try names the right version.
 */
export const versioned = {
  retry: false,
  onError: async (error: Error) => {
    if (mayHaveHappened(error)) await refetchCase()
  },
}

/** Reads again what a change of a case shows in. */
export function refetchCase(): Promise<void> {
  return invalidate(
    'GET /api/admin/users',
    'GET /api/admin/users/:id',
    'GET /api/admin/users/:id/kyc-case',
    'GET /api/admin/queue',
  )
}
