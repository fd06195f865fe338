import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { reviewCase, reviewItem } from '#web/shared/directory/testing.ts'
import { currentToasts, dismissToast } from '#web/ui/toast.ts'
import { useDeskDecision } from './use-desk-decision.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  for (const { id } of currentToasts()) dismissToast(id)
})

const DRAFTS = { drafts: {}, set() {}, forget() {}, restore() {}, replace() {} }
const CASE = reviewCase([reviewItem('name', 'Name')])

function Work({ list }: { list: string }) {
  const { goOn } = useDeskDecision({ userId: 1, name: 'Ada Fern' }, CASE, DRAFTS, list)
  return (
    <button type="button" onClick={goOn}>
      Confirm
    </button>
  )
}

/** Confirms an approval when nothing else waits. Returns the calls. */
async function goOnFrom(list: string): Promise<string[]> {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${url}`)
    return Response.json(method === 'GET' ? { cases: [] } : { case: null, skipped: 0 })
  })
  renderRouted(() => <Work list={list} />)
  await userEvent.click(await screen.findByRole('button'))
  return calls
}

test('the last confirmed approval of a list of them claims no other case', async () => {
  const calls = await goOnFrom('confirm=me')
  await waitFor(() => expect(currentToasts()).toMatchObject([{ title: 'Nothing is left to confirm' }]))
  expect(calls).toEqual(['GET /api/admin/queue?confirm=me&limit=1'])
})

test('after the last confirmed approval, the next case of a list to review is claimed', async () => {
  const calls = await goOnFrom('due=overdue')
  await waitFor(() => expect(currentToasts()).toMatchObject([{ title: 'Nothing is waiting' }]))
  expect(calls).toContain('POST /api/admin/queue/next')
})
