import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { useJourney } from '../journey/journey.ts'
import { JourneyPage } from '../journey/journey-page.tsx'
import { CONSUMER, ConsumerPage } from './consumer-page.tsx'
import { CONSUMER_QUERIES } from './queries.ts'

const EMAIL = 'amara@example.org'
const PROFILE = {
  first_name: 'Amara',
  last_name: 'Okafor',
  dob: '1988-03-09',
  email: EMAIL,
  phone: '+44 20 7946 0142',
  address: '14 Larkfield Road\nBristol',
  doc_type: 'passport',
}
const OWN = { label: 'Submitted', text: 'We check it.', submittedAt: null, dueAt: null, decidedAt: null }

const caseOf = (state: 'draft' | 'submitted', round: number) => ({
  ...OWN,
  state,
  round,
  items: [],
  timeline: [],
  standing: fakeStanding(state),
})

/** The page with two buttons as its screen: a submission starts, and fails. */
function PageThatHandsIn() {
  return <JourneyPage kind={HANDING_IN} />
}

const HANDING_IN: typeof CONSUMER = { ...CONSUMER, Screen: TwoButtons }

function TwoButtons() {
  const { onHandingIn } = useJourney()
  return (
    <>
      <button type="button" onClick={() => onHandingIn(true)}>
        Hand in
      </button>
      <button type="button" onClick={() => onHandingIn(false)}>
        Fail
      </button>
    </>
  )
}

/** Renders the page for a person whose case is in this state; returns the server's answers. */
function show(state: 'draft' | 'submitted', round: number, Page = ConsumerPage) {
  const answers: Record<string, unknown> = {
    '/api/auth/user': { isAuthenticated: true, user: { id: 5, email: EMAIL, sub: 's', user_type: null } },
    '/api/onboarding/consumer/draft': { draft: null, revision: 0, savedAt: null },
    '/api/onboarding/consumer/case': {
      case: caseOf(state, round),
    },
    '/api/documents': { documents: [] },
    '/api/onboarding/kyc-profile-by-user/5': { success: true, profile: PROFILE },
  }
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith('/api/risk-disclosure') || url.startsWith('/api/certifications')
      ? Response.json({ hasAccepted: true })
      : Response.json(answers[url] ?? {}, { status: url in answers ? 200 : 404 }),
  )
  renderRouted(
    { '/onboarding/consumer': Page },
    { at: '/onboarding/consumer?step=personal-details', shell: 'onboarding-shell' },
  )
  return answers
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('the consumer application', () => {
  it('begins with what was submitted when an administrator has opened it again', async () => {
    show('draft', 1)
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /First name/i })).value).toBe(
      'Amara',
    )
  })

  it('stays where it is while a submission is being sent, even if the page is told about it before its answer', async () => {
    const answers = show('draft', 1, PageThatHandsIn)
    fireEvent.click(await screen.findByRole('button', { name: 'Hand in' }))
    answers['/api/onboarding/consumer/case'] = { case: caseOf('submitted', 1) }
    await act(() => queryClient.invalidateQueries({ queryKey: CONSUMER_QUERIES.own.queryKey }))
    expect(screen.queryByRole('heading', { name: 'Your application' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Fail' }))
    expect(await screen.findByRole('heading', { name: 'Your application' })).toBeTruthy()
  })
})
