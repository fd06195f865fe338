import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import { type Capability, ROLE_NAMES, ROLES, type RoleName, roleNamed } from '#contract/roles.ts'
import { capabilitiesOf } from '#domain/roles/held-roles.ts'
import { api } from '#web/lib/api.ts'
import { IfMay } from '#web/lib/may.tsx'
import { invalidate, queryClient } from '#web/lib/query-client.ts'
import { renderRouted, stubOtherWindows } from '#web/lib/testing.ts'
import { AdminLayout } from './admin-layout.tsx'
import { Watch } from './watch.tsx'

const REVIEWER = {
  id: 7,
  auth0_id: 'embedded|7',
  email: 'rita@verdaccord.example',
  auth0_email: 'rita@verdaccord.example',
  is_staff: true,
  roles: ['reviewer'],
  may: [...ROLES.reviewer.may],
  last_login: '2026-03-10T10:00:00.000Z',
}

let signedIn: object | null
let tellOfChange: () => Promise<void>

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

const PAGE = () => (
  <main>
    <IfMay capability="queue.read">
      <label>
        Note
        <input />
      </label>
    </IfMay>
  </main>
)
const FRAME = () => (
  <>
    <AdminLayout />
    <Watch />
  </>
)

function show(at = '/admin/queue') {
  return renderRouted({ '/admin/$': PAGE }, { at, frame: FRAME })
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
  await act(tellOfChange)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(note().value).toBe('half a review')
})

test('R7 a page is also locked if something is refused because the session has ended', async () => {
  show()
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'half a note' } })
  signedIn = null
  const change = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => api('POST /api/notices/read', { body: { id: 1 } }) })
  await act(() => change.execute(undefined).catch(() => {}))
  expect(await screen.findByRole('dialog', { name: 'This page is locked' })).toBeTruthy()
  expect(note().value).toBe('half a note')
})

test('a page whose session had ended before is offered the sign-in', async () => {
  signedIn = null
  show()
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByLabelText('Note')).toBeNull()
})

/** The areas in order: path, and the capability they need. */
const AREAS: readonly [label: string, path: string, takes: Capability][] = [
  ['Users', '/admin/dashboard', 'people.find'],
  ['Review queue', '/admin/queue', 'queue.read'],
  ['Screening', '/admin/screening', 'screening.read'],
  ['Data requests', '/admin/privacy', 'privacy.read'],
  ['Clients', '/admin/clients', 'clients.read'],
  ['Invoices', '/admin/invoices', 'invoices.read'],
  ['Audit log', '/admin/audit', 'audit.read'],
  ['Jobs', '/admin/jobs', 'jobs.read'],
]
const areasShown = async () =>
  within(await screen.findByRole('navigation', { name: 'Administration' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const as = (...roles: RoleName[]) => ({ ...REVIEWER, roles, may: capabilitiesOf(roles) })

test.each(ROLE_NAMES)('R21 the menu of the role %s has what it may see', async (role) => {
  const areas = AREAS.filter(([, , takes]) => roleNamed(role).may.includes(takes))
  signedIn = as(role)
  const router = show('/admin/dashboard')
  expect(await areasShown()).toEqual(areas.map(([label]) => label))
  // The link to administration leads to the first of them.
  await waitFor(() => expect(router.state.location.pathname).toBe(areas[0]?.[1]))
})

test('R21 someone with two roles has the areas of both, and is refused all others', async () => {
  signedIn = as('reviewer', 'finance')
  show('/admin/invoices')
  expect(await areasShown()).toEqual(['Users', 'Review queue', 'Screening', 'Clients', 'Invoices'])
  expect(screen.getByLabelText('Note')).toBeTruthy()
})

test('a person’s page is marked as one of the users', async () => {
  show('/admin/users/7')
  const users = await screen.findByRole('link', { name: 'Users' })
  expect(users).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Review queue' })).not.toHaveAttribute('aria-current')
})

test.each([
  ['reviewer', '/admin/invoices', 'Go to Users'],
  ['support', '/admin/queue', 'Go to Users'],
  ['finance', '/admin/users/7', 'Go to Clients'],
] as const)('R21 the role %s is refused %s, and shown the way to its own pages', async (role, path, way) => {
  signedIn = as(role)
  show(path)
  expect(await screen.findByRole('heading', { name: 'Admin Access Only' })).toBeTruthy()
  expect(screen.getByText(/^Your role doesn’t include this page/)).toBeTruthy()
  expect(screen.getByRole('link', { name: way })).toBeTruthy()
  expect(screen.queryByText(/Only authorized administrators/)).toBeNull()
  expect(screen.queryByLabelText('Note')).toBeNull()
})
