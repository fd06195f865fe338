import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConsumerDraft } from '#contract/onboarding/onboarding.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renderRouted } from '#web/lib/testing.ts'
import { fakeStanding } from '#web/shared/verification/fake-standing.ts'
import { draftCipher } from '../journey/draft-cipher.ts'
import { useJourney } from '../journey/journey.ts'
import { JourneyPage } from '../journey/journey-page.tsx'
import { draftKey, readLocalDraft, writeLocalDraft } from '../journey/local-draft.ts'
import { CONSUMER, ConsumerPage } from './consumer-page.tsx'
import { CONSUMER_QUERIES } from './queries.ts'

const EMAIL = 'amara@example.org'
const KEY = draftKey(EMAIL, 'consumer')
const BROWSER_KEY = { key: Buffer.alloc(32, 1).toString('base64'), sealed: 'f1.key.1' }
const CIPHER = draftCipher(BROWSER_KEY)
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

/**
 * Renders the page for a person whose case is in this state, on a device with a draft of the same answers.
 * Returns the server's answers.
 */
function show(state: 'draft' | 'submitted', round: number, Page = ConsumerPage) {
  const answers: Record<string, unknown> = {
    '/api/auth/user': { isAuthenticated: true, user: { id: 5, email: EMAIL, sub: 's', user_type: null } },
    '/api/onboarding/consumer/draft': { draft: null, revision: 0, savedAt: null },
    '/api/onboarding/consumer/case': {
      case: caseOf(state, round),
    },
    '/api/documents': { documents: [] },
    '/api/browser-keys': BROWSER_KEY,
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

const keep = (revision: number) =>
  writeLocalDraft(KEY, { draft: { firstName: 'Old' }, base: {}, savedAt: new Date(), revision }, CIPHER)

beforeEach(() => localStorage.clear())
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('the consumer application', () => {
  it('begins with what was submitted when an administrator has opened it again', async () => {
    keep(2)
    show('draft', 1)
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /First name/i })).value).toBe(
      'Amara',
    )
  })

  it('R39 begins with the answers of this device once their key is there', async () => {
    keep(0)
    show('draft', 0)
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /First name/i })).value).toBe('Old')
  })

  it('R39 drops the answers of this device whose key is someone else’s', async () => {
    keep(0)
    const answers = show('draft', 0)
    const asked: unknown[] = []
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
      if (url !== '/api/browser-keys') return fetch(url)
      const { sealed } = JSON.parse(body ?? '')
      asked.push(sealed)
      return sealed
        ? Response.json({ error: 'VALIDATION_ERROR', message: 'No' }, { status: 400 })
        : Response.json(answers[url])
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /First name/i })
    expect(field.value).toBe('')
    expect(asked).toEqual([BROWSER_KEY.sealed, undefined])
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('keeps no answers on this device once there is nothing to fill in', async () => {
    keep(0)
    show('submitted', 1)
    expect(await screen.findByRole('heading', { name: 'Your application' })).toBeTruthy()
    expect(readLocalDraft(KEY, ConsumerDraft, new Date(), CIPHER)).toBeNull()
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
