import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Home } from '#contract/verification/leaf.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { HomePage, loadHome } from './home-page.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const HOME = {
  title: 'You’ve made a start, Ann',
  lead: 'One line is ready.',
  leaf: null,
  isFirstSight: false,
  panel: {
    eyebrow: 'Next · 30 seconds',
    title: 'Take a selfie',
    text: 'No one else sees it.',
    quotes: [],
    button: { action: 'Continue', href: '/onboarding/consumer?step=5' },
    mistake: null,
    clock: null,
    invoiceId: null,
  },
  notes: [],
  meanwhile: null,
  canStart: true,
  erasureDueAt: null,
  firstName: 'Ann',
  company: null,
} satisfies Home

function show(user: { name: string | null; nickname?: string } = { name: 'Ann' }) {
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: true, user } as never)
  renderRouted(HomePage, { loader: loadHome })
}

it('the first page leads people who are signed in to their next step', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/api/home' ? Response.json(HOME) : Response.json({ invoices: [], nextCursor: null }),
  )
  show()
  expect(await screen.findByRole('heading', { level: 1, name: HOME.title })).toBeTruthy()
  const next = await screen.findByRole('link', { name: 'Continue' })
  expect(next.getAttribute('href')).toBe('/onboarding/consumer?step=5')
  expect(screen.getByText(/^Welcome to .+, Ann$/)).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Contact Support' })).toHaveLength(1)
  expect(screen.queryByRole('heading', { name: 'Invoices due' })).toBeNull()
})

it('the first page lists every invoice due once: the panel’s, and the others below it', async () => {
  const due = ['VC-1', 'VC-2'].map((number) => ({
    id: `id-of-${number}`,
    number,
    status: 'open',
    amount_due: 12_000,
    currency: 'gbp',
    created: 1_764_000_000,
    due_date: null,
    project_name: null,
    hosted_invoice_url: null,
    pdf_url: null,
  }))
  const panel = { ...HOME.panel, title: 'Pay Invoice #VC-1', invoiceId: 'id-of-VC-1' }
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url === '/api/home' ? { ...HOME, panel } : { invoices: due, nextCursor: null }),
  )
  show()
  expect(await screen.findByRole('heading', { name: 'Other invoices due' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pay invoice VC-2' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Pay invoice VC-1' })).toBeNull()
  expect(screen.getAllByText(/VC-1/)).toHaveLength(1)
})

it('the first page greets no one by the front part of their email', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url === '/api/home' ? { ...HOME, firstName: null } : { invoices: [], nextCursor: null }),
  )
  show({ name: null, nickname: 'ann.lister' })
  await screen.findByRole('heading', { level: 1, name: HOME.title })
  expect(screen.getByText(/^Welcome to [^,]+$/)).toBeTruthy()
})

it('a home page that cannot be read says so, and keeps the next step if that is known', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/api/verification/status'
      ? Response.json({ certifications: [], standing: fakeStanding('needs_resubmission') })
      : Response.json({ error: 'NOT_FOUND', message: 'Gone' }, { status: 404 }),
  )
  show()
  expect(await screen.findByText('We can’t show your verification. Nothing is lost.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  const next = await screen.findByRole('link', { name: fakeStanding('needs_resubmission').next.action })
  expect(next.getAttribute('href')).toBe(fakeStanding('needs_resubmission').next.href)
  expect(screen.getByRole('link', { name: 'Contact Support' })).toBeTruthy()
})

it('the first page leads a visitor to the application they have started here, and no one else', async () => {
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant: null })
  renderRouted(HomePage)
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(screen.queryByRole('link', { name: 'Continue your application' })).toBeNull()
  act(() => {
    const applicant = { id: 7, email: 'vera@people.example', expiresAt: '2026-12-06T10:00:00Z' }
    queryClient.setQueryData(sessionQuery.queryKey, {
      isAuthenticated: false,
      user: null,
      applicant,
    } as never)
  })
  const link = await screen.findByRole('link', { name: 'Continue your application' })
  expect(link.getAttribute('href')).toBe('/email-collection')
})
