import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CaseState } from '#contract/verification/cases.ts'
import { documentsStanding } from '#domain/standing/documents-standing.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { siteQuery } from '#web/lib/session.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { AccountHeader, UserSummary } from './user-summary.tsx'

const VERIFIED = {
  id: 7,
  auth0_id: 'embedded|7',
  email: 'ada@people.example',
  email_confirmed: true,
  kycProfile: { verification_status: 'verified' },
  businessProfile: { verification_status: 'verified' },
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(profile: object) {
  renderRouted({ '/profile': () => <UserSummary profile={profile as never} /> }, { at: '/profile' })
}

it('calls no document missing, and none complete, if the answers could not be loaded', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'NOT_FOUND', message: '' }, { status: 404 }))
  show(VERIFIED)
  expect(await screen.findAllByText('Not available')).not.toEqual([])
  await waitFor(() => expect(screen.getByText('Documents').nextSibling?.textContent).toBe('Not available'))
  expect(screen.queryByText(/is missing/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Upload' })).toBeNull()
  for (const label of ['Representatives', 'Beneficial owners'])
    expect(screen.getByText(label).nextSibling?.textContent).toBe('Not available')
})

it('leads someone who has started nothing to their next step, not to a tab that takes no document yet', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ standing: fakeStanding(null) }))
  show({ ...VERIFIED, kycProfile: null, businessProfile: null })
  await screen.findByText('ID front is missing. You add it in your application.')
  const next = screen.getByRole('link', { name: fakeStanding(null).next.action })
  expect(next.getAttribute('href')).toBe(fakeStanding(null).next.href)
  expect(screen.queryByRole('link', { name: 'Upload' })).toBeNull()
  screen.getByText('0 of 4')
  expect(screen.getAllByText('Not Started')).toHaveLength(2)
  expect(screen.getByText('Representatives').nextSibling?.textContent).toBe('0')
})

it('asks someone with only a company for no document of their own', async () => {
  const facts = { docType: null, held: [], forCompanyOnly: true, current: null }
  const standing = { ...fakeStanding(null), documents: documentsStanding(facts) }
  vi.stubGlobal('fetch', async () => Response.json({ standing }))
  show({ ...VERIFIED, kycProfile: null, businessProfile: null })
  await screen.findByText('Not needed')
  expect(screen.queryByText(/is missing/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Upload' })).toBeNull()
})

it.each<[CaseState, string | null, string | null]>([
  ['draft', 'Complete Identity Verification', '/onboarding'],
  // Its button opens the application again first.
  ['withdrawn', 'Start again', null],
  ['submitted', 'Upload', '/profile?tab=documents'],
  ['rejected', null, null],
])('leads to where a missing document can be given while the case is %s', async (state, action, href) => {
  vi.stubGlobal('fetch', async () => Response.json({ standing: fakeStanding(state) }))
  show({ ...VERIFIED, kycProfile: null, businessProfile: null })
  await screen.findByText('0 of 4')
  if (action === null) expect(screen.queryByText(/is missing/)).toBeNull()
  else if (href === null) screen.getByRole('button', { name: action })
  else expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(href)
})

it.each([
  ['https://faces.example.com', true],
  ['https://elsewhere.example.com', false],
])(
  'shows the picture that the provider gives if the operator names its host: %s',
  async (origin, isShown) => {
    vi.stubGlobal('fetch', async () => Response.json({ standing: fakeStanding(null) }))
    queryClient.setQueryData(siteQuery.queryKey, { pictureOrigins: ['https://faces.example.com'] } as never)
    const picture = `${origin}/ada.png`
    const profile = { ...VERIFIED, name: 'Ada Lovelace', picture }
    renderRouted({ '/profile': () => <AccountHeader profile={profile as never} /> }, { at: '/profile' })
    await screen.findByRole('heading', { name: 'Ada Lovelace' })
    const shown = document.querySelector('img')
    expect(shown?.src).toBe(isShown ? picture : undefined)
    if (shown) fireEvent.error(shown)
    expect(screen.getByText('AL')).toBeVisible()
  },
)
