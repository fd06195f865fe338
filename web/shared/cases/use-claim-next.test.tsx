import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { currentToasts, dismissToast } from '#web/ui/toast.ts'
import { useClaimNext } from './use-claim-next.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  for (const { id } of currentToasts()) dismissToast(id)
})

function Work() {
  const { claimNext, followOn } = useClaimNext()
  return (
    <>
      <button type="button" onClick={claimNext}>
        Next
      </button>
      <button type="button" onClick={followOn}>
        Decide
      </button>
    </>
  )
}

const FULL = 'You have 3 cases in hand. Decide one or give one back before you take the next.'

test.each([
  ['Next', 'INVALID_STATE', 409, 'error', 'No case was claimed'],
  ['Decide', 'INVALID_STATE', 409, 'info', 'No next case was opened'],
  ['Decide', 'FORBIDDEN', 403, 'error', 'No case was claimed'],
] as const)(
  'after %s, %s is reported as it concerns the reviewer',
  async (name, error, status, kind, title) => {
    vi.stubGlobal('fetch', async () => Response.json({ error, message: FULL }, { status }))
    renderRouted(() => <Work />)
    await userEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(currentToasts()).toMatchObject([{ kind, title, description: FULL }]))
  },
)
