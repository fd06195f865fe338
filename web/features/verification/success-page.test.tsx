import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { SuccessPage } from './success-page.tsx'

// The countdown asks it each second, and jsdom has none.
beforeEach(() => {
  document.elementFromPoint = () => null
})
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

/** Opens the page a visitor sees after submitting; returns the bodies of the withdrawals sent to the server. */
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
  renderRouted(
    { '/success': SuccessPage, '/onboarding/business': () => <p>Where it can be started again</p> },
    { at: '/success?type=business_onboarding&registerRequired=true', shell: 'app' },
  )
  return withdrawals
}

it('lets a visitor withdraw what they submitted, once they have confirmed', async () => {
  const withdrawals = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw application' }))
  // The question stops the countdown to the sign-in.
  expect(screen.getByText('Stopped. Continue when you’re ready.')).toBeTruthy()
  const question = await screen.findByRole('dialog', { name: 'Withdraw your application?' })
  // Nothing is checked or queued before it belongs to an account, and it isn’t kept for ever.
  expect(question.textContent).toContain('We keep your answers and documents until Dec 6, 2026')
  expect(question.textContent).not.toMatch(/stop checking|queue/)
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(withdrawals).toEqual([])

  fireEvent.click(screen.getByRole('button', { name: 'Withdraw application' }))
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('Where it can be started again')
  expect(withdrawals).toEqual([{ kind: 'business' }])
})

it('says to someone who withdrew that they did, and starts again by one press', async () => {
  const standing = fakeStanding('withdrawn')
  const started: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url === '/api/onboarding/start-again') {
      started.push(JSON.parse(String(body)))
      return Response.json({ success: true, case: { ...OWN, state: 'draft', round: 1, timeline: [] } })
    }
    if (url === '/api/auth/user')
      return Response.json({ isAuthenticated: true, user: { ...APPLICANT, name: 'Vera' }, applicant: null })
    if (url === '/api/verification/status') return Response.json({ standing })
    return new Response('{}', { status: 404 })
  })
  renderRouted(
    { '/success': SuccessPage, '/onboarding/consumer': () => <p>The form, open again</p> },
    { at: '/success?type=consumer', shell: 'app' },
  )
  await screen.findByRole('heading', { name: 'Application withdrawn' })
  expect(screen.getByText(standing.consumer.sentence)).toBeTruthy()
  expect(screen.queryByText('Nothing to show yet')).toBeNull()
  const startAgain = () => screen.getByRole<HTMLButtonElement>('button', { name: standing.next.action })
  await vi.waitFor(() => expect(startAgain().disabled).toBe(false))
  fireEvent.click(startAgain())
  await screen.findByText('The form, open again')
  expect(started).toEqual([{ kind: 'consumer' }])
})

const USER = { id: 7, email: 'vera@example.org', email_verified: true, pending_user_type: null }

/** Opens the receipt of a returned case whose one item may have been fixed since. */
function openReturned(fixed: boolean) {
  const toFix = { left: fixed ? [] : ['Selfie Verification'], hasFixed: fixed }
  const standing = fakeStanding('needs_resubmission', { toFix })
  const items = [
    {
      ...{ item: 'selfie', label: 'Selfie Verification', decision: 'retry', text: null, fixed },
      reasons: [{ code: 'SELFIE_UNCLEAR', wrong: 'Your face is in the dark.', remedy: 'Face the light.' }],
    },
  ]
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/auth/user') return Response.json({ isAuthenticated: true, user: USER, applicant: null })
    if (url === '/api/verification/status') return Response.json({ standing })
    if (url === '/api/onboarding/consumer/case')
      return Response.json({ case: { ...OWN, state: 'needs_resubmission', round: 1, timeline: [], items } })
    return new Response('{}', { status: 404 })
  })
  renderRouted({ '/success': SuccessPage }, { at: '/success?type=consumer_onboarding', shell: 'app' })
}

it('names what a returned case asks for, and leads to where it is fixed', async () => {
  openReturned(false)
  const card = within(await screen.findByRole('region', { name: 'One item to fix' }))
  expect(card.getByRole('heading', { name: 'Selfie Verification' })).toBeTruthy()
  expect(card.getByText('Your face is in the dark.')).toBeTruthy()
  const fix = card.getByRole('link', { name: 'Correct and submit again' })
  expect(fix.getAttribute('href')).toBe('/onboarding/consumer')
  // What is left is said once.
  expect(screen.queryByText(/left to fix|We need you to check/)).toBeNull()
})

it('leads to the submission of a returned case once everything is fixed', async () => {
  openReturned(true)
  const card = within(await screen.findByRole('region', { name: 'Everything is ready to send again' }))
  const send = card.getByRole('link', { name: 'Send for review' })
  expect(send.getAttribute('href')).toBe('/onboarding/consumer?step=review')
  expect(screen.queryByText(/We need you to check/)).toBeNull()
})
