import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { NOW_OR_LATER, WITH_AN_ACCOUNT } from '#domain/onboarding/user-type.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { type Journey, JourneyContext } from '../journey/journey.ts'
import { TypeAndRisk } from './type-and-risk.tsx'

const CERTIFICATION = {
  id: 1,
  certification_name: 'main_risk_disclosure',
  certification_type: 'risk_disclosure',
  acknowledged_at: '2026-03-09T10:00:00Z',
  text_confirmed: true,
  expires_at: null,
  status: 'current',
  ends_soon: false,
  investor_category: null,
  statement_url: null,
}
const STATEMENT = {
  ...CERTIFICATION,
  id: 2,
  certification_name: 'investor_restricted',
  certification_type: 'investor_category',
  expires_at: '2027-03-10T00:00:00Z',
  investor_category: 'restricted',
}

/** Renders the group for someone who wants to trade. */
function show(isVisitor: boolean, answer?: object) {
  const journey = {
    riskAccepted: true,
    applicant: { isVisitor },
    searchOf: () => ({}),
    path: '/onboarding/consumer',
  } as unknown as Journey
  vi.stubGlobal('fetch', async () => Response.json(answer ?? {}, { status: answer ? 200 : 401 }))
  renderRouted(() => (
    <JourneyContext value={journey}>
      <TypeAndRisk userType="trade" />
    </JourneyContext>
  ))
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('says how long an earlier statement lasts, and when the risk disclosure was accepted', async () => {
  show(false, { certifications: [CERTIFICATION, STATEMENT], investor_category: 'restricted' })
  expect(await screen.findByText('Certified until Mar 10, 2027')).toBeInTheDocument()
  expect(screen.getByText('Accepted on Mar 9, 2026')).toBeInTheDocument()
  expect(screen.queryByText(/Not certified yet/)).toBeNull()
})

it.each([
  ['of a statement that has expired', false],
  ['to a visitor, who has none', true],
])('announces the certification in place %s', async (_, isVisitor) => {
  show(isVisitor, { certifications: [{ ...STATEMENT, status: 'expired' }], investor_category: null })
  expect(await screen.findByText(/Not certified yet/)).toBeInTheDocument()
  expect(screen.getByText(isVisitor ? WITH_AN_ACCOUNT : NOW_OR_LATER)).toBeInTheDocument()
})
