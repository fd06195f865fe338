import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { stubOtherWindows } from '#web/lib/testing.ts'
import { AdminLayout } from './admin-layout.tsx'
import { Watch } from './watch.tsx'

const REVIEWER = {
  id: 7,
  auth0_email: 'rita@verdaccord.example',
  is_staff: true,
  is_admin: true,
  last_login: '2026-03-10T10:00:00.000Z',
}

let signedIn: object | null
let tellOfChange: () => void

beforeEach(() => {
  signedIn = REVIEWER
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/auth/user')
      return Response.json({
        isAuthenticated: signedIn !== null,
        user: signedIn,
        ...(signedIn && { idleMinutes: 15 }),
      })
    if (url === '/api/site') return Response.json({ company: COMPANY })
    return Response.json({ error: 'UNAUTHENTICATED', message: 'Sign in.' }, { status: 401 })
  })
  tellOfChange = stubOtherWindows()
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show() {
  const root = createRootRoute({
    component: () => (
      <>
        <AdminLayout />
        <Watch />
      </>
    ),
  })
  const page = createRoute({
    getParentRoute: () => root,
    path: '/admin/queue',
    component: () => (
      <main>
        <label>
          Note
          <input />
        </label>
      </main>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/admin/queue'] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const note = () => screen.getByLabelText<HTMLInputElement>('Note')

test('R7 a page whose session has ended is locked, and opens after a sign-in with what was typed', async () => {
  show()
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'half a review' } })
  signedIn = null
  await act(() => invalidate('GET /api/auth/user'))
  expect((await screen.findByRole('dialog', { name: 'This page is locked' })).textContent).toMatch(
    /Your session has ended.*Sign in as rita/,
  )
  expect(note().value).toBe('half a review')

  signedIn = { ...REVIEWER, last_login: '2026-03-10T18:10:00.000Z' }
  act(() => {
    tellOfChange()
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(note().value).toBe('half a review')
})

test('whose session had ended before is offered the sign-in', async () => {
  signedIn = null
  show()
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByLabelText('Note')).toBeNull()
})
