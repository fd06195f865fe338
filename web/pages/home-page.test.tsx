import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { HomePage, loadHome } from './home-page.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('the first page leads people who are signed in to their next step', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ standing: fakeStanding('approved') }))
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: true, user: { name: 'Ann' } } as never)
  const router = createRouter({
    routeTree: createRootRoute({ loader: loadHome, component: HomePage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('link', { name: 'View Your Profile' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'See the marketplace' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Start Onboarding' })).toBeNull()
})
