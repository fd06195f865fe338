import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { HomePage, loadHome } from './home-page.tsx'
import { queryClient } from './lib/query-client.ts'
import { sessionQuery } from './lib/session.ts'

afterEach(() => queryClient.clear())

it('the first page welcomes people who are signed in', async () => {
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
})
