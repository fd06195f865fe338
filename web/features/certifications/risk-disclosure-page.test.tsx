import '#web/ui/jsdom-gaps.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { riskAcceptedQuery } from '#web/shared/certifications/risk-disclosure/queries.ts'
import { RiskDisclosurePage } from './risk-disclosure-page.tsx'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async () =>
    Response.json({
      version: '1',
      sha256: 'a'.repeat(64),
      title: 'Risk Disclosure Statement',
      sections: [{ heading: 'You could lose it all', paragraphs: ['Words.'] }],
    }),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function show(user: object | null) {
  queryClient.setQueryData(sessionQuery.queryKey, {
    isAuthenticated: user !== null,
    user,
    applicant: null,
  } as never)
  renderRouted(RiskDisclosurePage)
  return screen.findByRole('region', { name: 'Risk Disclosure Statement' })
}

test('someone signed out is told before the text that accepting it needs a sign-in', async () => {
  const text = await show(null)
  const told = screen.getByText('You need to sign in to accept this')
  expect(told.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in first' }).getAttribute('href')).toBe(
    '/api/auth/login?returnTo=%2Frisk-disclosure',
  )
})

test('someone who accepted it before can read it again, and is asked for nothing', async () => {
  queryClient.setQueryData(riskAcceptedQuery(7).queryKey, { hasAccepted: true })
  await show({ id: 7 })
  expect(screen.getByText('You’ve accepted this before')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Accept and continue' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
})

test('someone signed in reads and accepts at once', async () => {
  await show({ id: 7 })
  expect(screen.queryByText('You’ve accepted this before')).toBeNull()
  expect(screen.queryByText('You need to sign in to accept this')).toBeNull()
})
