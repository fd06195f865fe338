import { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { COMPANY } from '#contract/company.ts'
import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import { sessionQuery, siteQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { statusQuery } from '#web/shared/verification/use-verification.ts'
import { AccountTypePage } from './account-type-page.tsx'

function show(drafts: CaseKind[] = [], state: CaseState | null = null) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(sessionQuery.queryKey, { isAuthenticated: true, user: { name: 'Ann' } } as never)
  client.setQueryData(statusQuery.queryKey, { standing: fakeStanding(state, { drafts }) } as never)
  client.setQueryData(siteQuery.queryKey, { company: COMPANY } as never)
  renderRouted(AccountTypePage, { client })
}

const itemsOf = (card: HTMLElement, group: string) =>
  within(within(card).getByRole('list', { name: group }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it.each([
  [
    'Consumer Account',
    ['Simplified KYC verification', 'Investor certification online'],
    [
      'Access to the carbon credit marketplace',
      'A personal investment dashboard',
      'Individual investment reports',
    ],
  ],
  [
    'Business Account',
    ['Verification of your company and its owners', 'Investor certification online'],
    [
      'Enterprise-grade carbon credit solutions',
      'Multi-user account management',
      'Enhanced compliance and reporting',
      'Corporate carbon footprint analytics',
    ],
  ],
])('for a %s says what exists today and what comes later', async (title, today, later) => {
  show()
  const card = await screen.findByRole('region', { name: title })
  expect(itemsOf(card, 'Today')).toEqual(today)
  expect(itemsOf(card, 'Coming soon')).toEqual(later)
})

it('offers to continue the application that was started', async () => {
  show(['business'])
  expect(await screen.findByRole('link', { name: 'Continue Business Account' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Select Consumer Account' })).toBeTruthy()
})

it.each<[CaseState, string, string, string]>([
  ['submitted', 'Submitted', 'See your verification', '/verification'],
  ['approved', 'Approved', 'See your verification', '/verification'],
  ['needs_resubmission', 'Action Required', 'Correct and submit again', '/onboarding/consumer'],
  ['withdrawn', 'Pending Submission', 'Start again', '/onboarding/consumer'],
  ['reverification_due', 'Approved', 'Confirm your details', '/verification/confirm'],
])(
  'tells someone whose application is %s that it exists, and leads to it',
  async (state, label, action, href) => {
    show([], state)
    expect(await screen.findByText(`Your application: ${label}`)).toBeTruthy()
    const links = screen.getAllByRole('link', { name: action })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([href, href])
    expect(screen.queryByRole('link', { name: /Consumer Account/ })).toBeNull()
    // A company can still be verified as well.
    expect(screen.getByRole('link', { name: 'Select Business Account' })).toBeTruthy()
  },
)
