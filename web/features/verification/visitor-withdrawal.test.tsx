import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { SuccessPage } from './success-page.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const APPLICANT = {
  id: 7,
  auth0_id: 'visitor',
  email: 'vera@example.org',
  kind: 'business',
  user_type: null,
  pending_user_type: null,
  expiresAt: '2026-12-06T10:00:00Z',
}
const OWN = {
  label: 'Submitted',
  text: 'We check it.',
  submittedAt: null,
  dueAt: null,
  decidedAt: null,
  items: [],
}

/** The page a visitor sees after handing in; returns the bodies of the withdrawals that the server was sent. */
function open(): unknown[] {
  const withdrawals: unknown[] = []
  const caseNow = () => ({
    case: { ...OWN, state: withdrawals.length ? 'withdrawn' : 'submitted', round: 1, timeline: [] },
  })
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url === '/api/auth/user')
      return Response.json({ isAuthenticated: false, user: null, applicant: APPLICANT })
    if (url === '/api/onboarding/withdraw') withdrawals.push(JSON.parse(String(body)))
    return url.startsWith('/api/onboarding/') ? Response.json(caseNow()) : new Response('{}', { status: 404 })
  })
  const root = createRootRoute({ component: Outlet })
  const app = createRoute({ getParentRoute: () => root, id: 'app', component: Outlet })
  const success = createRoute({
    getParentRoute: () => app,
    path: '/success',
    validateSearch: (search) => search,
    component: SuccessPage,
  })
  const journey = createRoute({
    getParentRoute: () => app,
    path: '/onboarding/business',
    component: () => <p>Where it can be started again</p>,
  })
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([success, journey])]),
    history: createMemoryHistory({
      initialEntries: ['/success?type=business_onboarding&registerRequired=true'],
    }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return withdrawals
}

it('lets a visitor withdraw what they submitted, once they have said yes', async () => {
  const withdrawals = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw application' }))
  // The question stops the way to the sign-in.
  expect(screen.getByText('Stopped. Continue when you’re ready.')).toBeTruthy()
  screen.getByRole('dialog', { name: 'Withdraw your application?' })
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(withdrawals).toEqual([])

  fireEvent.click(screen.getByRole('button', { name: 'Withdraw application' }))
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('Where it can be started again')
  expect(withdrawals).toEqual([{ kind: 'business' }])
})
