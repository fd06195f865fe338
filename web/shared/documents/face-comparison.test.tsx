import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { FaceComparisonCard } from './face-comparison.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Renders the card with a server that records what was shown and chosen. */
function show(isOn: boolean) {
  const state = {
    isOn,
    basis: isOn ? 'Art. 9(2)(g), assessed' : null,
    toldAt: null as string | null,
    byPeopleOnly: false,
  }
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    calls.push(`${method} ${url}`)
    if (method === 'POST') state.toldAt = '2026-11-26T12:00:00.000Z'
    if (method === 'PUT') Object.assign(state, JSON.parse(String(body)))
    return Response.json(state)
  })
  render(
    <QueryClientProvider client={queryClient}>
      <FaceComparisonCard level={2} />
    </QueryClientProvider>,
  )
  return calls
}

test('people are told before their faces are compared, the server records it, and they may ask for a review only by people', async () => {
  const calls = show(true)
  expect(await screen.findByRole('heading', { name: 'How we compare your photos' })).toBeInTheDocument()
  expect(screen.getByText('Our legal basis: Art. 9(2)(g), assessed.')).toBeInTheDocument()
  await waitFor(() => expect(calls).toContain('POST /api/face-comparison/told'))
  const wish = screen.getByRole('checkbox', { name: 'I want only people to compare my photos' })
  expect(wish).not.toBeChecked()
  await userEvent.click(wish)
  expect(await screen.findByRole('status')).toHaveTextContent('Only people will compare your photos.')
  expect(wish).toBeChecked()
  expect(calls.filter((call) => call.startsWith('PUT'))).toEqual(['PUT /api/face-comparison'])
})

test('nothing is said if nothing is compared', async () => {
  const calls = show(false)
  await waitFor(() => expect(calls).toEqual(['GET /api/face-comparison']))
  expect(screen.queryByRole('heading')).toBeNull()
})
