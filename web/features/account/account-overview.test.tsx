import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CaseState } from '#contract/verification/cases.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { AccountOverview } from './account-overview.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it.each<[string, CaseState | null, CaseState | null, string]>([
  ['someone new', null, null, 'Complete KYC'],
  ['someone who has started', 'draft', null, 'Continue'],
  ['someone whose company is verified', null, 'approved', 'Start your own application'],
])('offers %s their own verification in their words', async (_, own, company, action) => {
  const standing = fakeStanding(own)
  const business = { ...standing.business, state: company }
  vi.stubGlobal('fetch', async () => Response.json({ standing: { ...standing, business } }))
  const profile = { kycProfile: null, businessProfile: null } as never
  renderRouted({ '/profile': () => <AccountOverview profile={profile} /> }, { at: '/profile' })
  const overview = await screen.findByRole('region', { name: 'Account Overview' })
  expect(await within(overview).findByRole('link', { name: action })).toHaveAttribute(
    'href',
    '/onboarding/consumer',
  )
})
