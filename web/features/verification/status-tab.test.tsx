import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UserType } from '#contract/account/user-types.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { flagsForType } from '#domain/onboarding/user-type.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { StatusTab } from './status-tab.tsx'

type Standing = 'valid' | 'ends_soon' | 'expired'

/** Renders the tab for someone with this user type, in force or pending, and a statement in this state. */
function show(standing: Standing, type: UserType) {
  const isCounting = standing !== 'expired'
  const certification = {
    id: 3,
    certification_name: 'investor_hnw',
    certification_type: 'investor_category',
    acknowledged_at: '2026-01-10T09:00:00Z',
    expires_at: isCounting ? '2999-01-10T00:00:00Z' : '2026-11-10T00:00:00Z',
    status: 'current',
    ends_soon: standing === 'ends_soon',
    investor_category: 'hnw',
    statement_url: null,
  }
  const answers: Record<string, unknown> = {
    '/api/verification/status': {
      certifications: isCounting ? [certification] : [],
      userType: isCounting ? type : null,
      pendingUserType: isCounting ? null : type,
      riskDisclosureAccepted: true,
      investorStatement: {
        id: 3,
        category: 'hnw',
        standing,
        expiresAt: certification.expires_at,
        daysLeft: 20,
      },
      standing: fakeStanding('approved', {
        userType: isCounting ? type : null,
        pendingType: isCounting ? null : type,
        certifications: isCounting ? [{ type: 'investor_category', name: 'investor_hnw' }] : [],
      }),
    },
    '/api/onboarding/consumer/case': { case: null },
  }
  open(answers)
}

/** Opens the tab with a server that answers only these calls. */
function open(answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(answers[url] ?? {}, { status: url in answers ? 200 : 404 }),
  )
  renderRouted({ '/': StatusTab })
}

/** Opens the tab for a seller whose own case is in this state. */
function openSeller(state: CaseState, standing: ReturnType<typeof fakeStanding>, more: object = {}) {
  open({
    '/api/verification/status': {
      certifications: [],
      userType: 'sell',
      pendingUserType: null,
      riskDisclosureAccepted: true,
      investorStatement: null,
      standing,
    },
    '/api/onboarding/consumer/case': {
      case: { state, kind: 'consumer', items: [], timeline: [], standing: standing.consumer, ...more },
    },
  })
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('leads to a second application that was started', async () => {
  open({
    '/api/verification/status': {
      certifications: [],
      standing: fakeStanding('approved', { drafts: ['business'] }),
    },
    '/api/onboarding/consumer/case': { case: null },
  })
  expect(await screen.findByText('Continue your company’s application')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/onboarding/business')
})

describe('the certification on the verification page', () => {
  it('shows category and end of a valid statement', async () => {
    show('valid', 'trade')
    expect(await screen.findByText(/High net worth investor, valid until Jan 10, 2999/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'View or renew' })).toHaveAttribute(
      'href',
      '/certification/trader',
    )
    expect(screen.queryByRole('link', { name: 'Renew it now' })).toBeNull()
  })

  it('offers to renew one that ends soon', async () => {
    show('ends_soon', 'invest')
    expect(await screen.findByText('Your investor certification ends soon')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Renew it now' })).toHaveAttribute(
      'href',
      '/certification/trader',
    )
  })

  it('asks for another if one has expired', async () => {
    show('expired', 'trade')
    expect(await screen.findByText('Your investor certification has expired')).toBeVisible()
    expect(screen.getByText(/Your statement ended on Nov 10, 2026/)).toBeVisible()
    expect(screen.getByRole('link', { name: /^Complete *Trader Certification$/ })).toHaveAttribute(
      'href',
      '/trader-certification',
    )
  })

  it('says nothing about it to someone who no longer trades or invests', async () => {
    show('ends_soon', 'corporate')
    await screen.findByText('Identity Verification')
    expect(screen.queryByText(/investor certification/i)).toBeNull()
  })
})

it('has one solid button for someone who withdrew: to start again', async () => {
  openSeller('withdrawn', fakeStanding('withdrawn'))
  const again = await screen.findByRole('button', { name: 'Start again' })
  const complete = screen.getByRole('link', { name: /^Complete *Identity Verification$/ })
  expect([again, complete].map(({ className }) => className.includes('bg-brand '))).toEqual([true, false])
})

it('says once what is left to fix, and next to its step when it was reviewed', async () => {
  const standing = fakeStanding('needs_resubmission', { toFix: { left: ['Selfie'], hasFixed: false } })
  openSeller('needs_resubmission', standing, { decidedAt: '2026-11-21T10:00:00Z' })
  const row = (await screen.findByRole('heading', { name: 'Identity Verification' })).closest('li')
  expect(row).toHaveTextContent('Reviewed on Nov 21, 2026')
  expect(screen.getAllByText(standing.consumer?.sentence ?? '')).toHaveLength(1)
})

describe('the status if its call fails', () => {
  const profile = { id: 6, verification_status: 'submitted', verified_at: null, submitted: true }

  it.each([
    ['in review', { kycProfile: profile, businessProfile: null }, 'In Review'],
    [
      'verified',
      { kycProfile: { ...profile, verification_status: 'verified' }, businessProfile: null },
      'Completed',
    ],
    ['in review as a company', { kycProfile: null, businessProfile: profile }, 'In Review'],
  ])('asks no one who is %s to submit their identity again', async (_name, known, badge) => {
    open({
      '/api/auth/user': {
        isAuthenticated: true,
        user: { id: 5, user_type: 'sell', pending_user_type: null, ...known },
        applicant: null,
      },
      '/api/certifications/user': { certifications: [], investor_category: null },
      '/api/user/type': { ...flagsForType('sell'), user_type: 'sell', risk_disclosure_accepted: false },
    })
    const row = (await screen.findByText('Identity Verification')).closest('li')
    expect(row).toHaveTextContent(badge)
    expect(screen.getByRole('link', { name: /^Complete *Risk Disclosure$/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Complete *Identity Verification$/ })).toBeNull()
  })
})
