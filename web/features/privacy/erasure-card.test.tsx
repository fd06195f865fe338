import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { ErasureCard } from './erasure-card.tsx'
import { privacyQuery } from './queries.ts'

const REQUESTED = {
  id: 12,
  state: 'requested',
  requestedAt: '2026-03-10T10:00:00Z',
  dueAt: '2026-04-09T10:00:00Z',
  decidedAt: null,
  answer: null,
}

function OwnCard() {
  const { data } = useQuery(privacyQuery)
  return (
    <>
      {data ? <ErasureCard privacy={data} /> : null}
      <Toaster />
    </>
  )
}

/** Answers like the server for someone who requests the erasure of their data and cancels it. */
function stubServer() {
  let erasure: typeof REQUESTED | null = null
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (!url.startsWith('/api/privacy')) return Response.json({ isAuthenticated: false, user: null })
    if (method !== 'GET') erasure = method === 'POST' ? REQUESTED : null
    return Response.json({ success: true, erasure, plan: { goes: [], kept: [] }, complaints: [] })
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })
}

test('a request can be cancelled until it is done, and then no longer counts as received', async () => {
  stubServer()
  const user = userEvent.setup()
  renderRouted(() => <OwnCard />)
  await user.click(await screen.findByRole('button', { name: 'Delete my data' }))
  expect(await screen.findByText(/You can cancel the request until we’ve done it/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete my data' }))
  expect(await screen.findByText('We have received your request')).toBeVisible()
  expect(await screen.findByText(/You can cancel it until we’ve done it/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel the request' }))
  expect(await screen.findByText('Your request is cancelled')).toBeVisible()
  expect(screen.queryByText('We have received your request')).toBeNull()
})
