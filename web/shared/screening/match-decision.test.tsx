import '#web/ui/jsdom-gaps.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { CaseMatch } from '#contract/screening/screening.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { currentToasts } from '#web/ui/toast.ts'
import { MatchCard } from './match-card.tsx'
import { MatchDecision } from './match-decision.tsx'

const MATCH: CaseMatch = {
  id: 5,
  version: 2,
  subject: 'person',
  source: 'uk',
  list: { source: 'uk', version: '2026-03-10', sha256: 'ab'.repeat(32), publishedOn: '2026-03-10' },
  entry: {
    ref: 'T1',
    kind: 'person',
    names: [
      { text: 'Viktor ORLOV', quality: 'primary' },
      { text: 'Vik', quality: 'weak_alias' },
    ],
    births: ['1971'],
    countries: ['Russia'],
    numbers: [],
    regime: 'The Test Regulations',
    listedOn: '25/01/2021',
    documents: ['Passport AB123456, Russia'],
    positions: [],
    isExposedOnly: false,
    url: null,
  },
  level: 'possible',
  score: 0.912,
  explanation: {
    listedName: 'Viktor ORLOV',
    quality: 'primary',
    words: [{ given: 'Victor', listed: 'Viktor', fit: 'spelling', likeness: 0.93, weight: 6 }],
    facts: [{ fact: 'birth_date', result: 'differs', given: '1981-03-09', listed: '1971', points: -0.15 }],
    nameScore: 0.97,
    score: 0.912,
    heldBack: ['The dates of birth differ.'],
  },
  foundAt: '2026-03-10T10:00:00Z',
  state: 'open',
  comment: null,
  decidedAt: null,
  decidedBy: null,
  proposal: null,
  endedAt: null,
  history: [],
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function answering(status: number, body: object) {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

function show(match: CaseMatch, mayDecide = true) {
  render(
    <QueryClientProvider client={queryClient}>
      <MatchCard match={match} mayDecide={mayDecide} />
    </QueryClientProvider>,
  )
}

const answer = (name: 'No, someone else' | 'Yes, it’s them') =>
  userEvent.click(screen.getByRole('button', { name }))
const compare = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }))
const note = () => screen.getByLabelText<HTMLTextAreaElement>('Your note')

test('a match says why it is one, and is decided with a comment that survives a refusal', async () => {
  const message = 'Someone else has already decided on this match.'
  const fetch = answering(409, { error: 'STALE_VERSION', message, requestId: 'r' })
  show(MATCH)
  expect(screen.getByRole('row', { name: 'Name Victor Viktor Spelt alike, 93%' })).toBeTruthy()
  expect(screen.getByRole('row', { name: 'Date of birth Mar 9, 1981 1971 Differs, −15 points' })).toBeTruthy()
  expect(screen.getByText(/listed on Jan 25, 2021$/)).toBeTruthy()
  expect(screen.getByText('Not called strong: The dates of birth differ.')).toBeTruthy()
  expect(screen.getByText('Also listed as: Vik (weak alias)')).toBeTruthy()
  expect(screen.getByText('Listed documents: Passport AB123456, Russia')).toBeTruthy()

  await answer('No, someone else')
  expect(screen.getByText('Choose what you compared')).toBeTruthy()
  expect(screen.getByText(/^Say what you found/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Names' }))
  await compare('Date of birth differs')
  await answer('No, someone else')
  expect(document.activeElement).toBe(note())
  expect(fetch).not.toHaveBeenCalled()

  await userEvent.type(note(), 'Ten years younger')
  await answer('No, someone else')
  await screen.findByText(message, { exact: false })
  await userEvent.click(screen.getByRole('button', { name: 'Read it again' }))
  await vi.waitFor(() => expect(screen.queryByText(message, { exact: false })).toBeNull())
  expect(note().value).toBe('Ten years younger')
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
    version: 2,
    state: 'false',
    reasons: ['birth_date'],
    comment: 'Ten years younger',
  })
})

test('a decision shows who made it and why, and can be changed by anyone who may', async () => {
  const decided = {
    ...MATCH,
    state: 'false' as const,
    comment: 'Another birthplace',
    decidedBy: 'Marta Silva',
    decidedAt: '2026-03-10T11:00:00Z',
  }
  show(decided, false)
  expect(screen.getByText('Another birthplace')).toBeTruthy()
  expect(screen.getByText(/Marta Silva/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  show(decided)
  await userEvent.click(screen.getByRole('button', { name: 'Change the decision' }))
  expect(screen.getByRole('form', { name: 'Is this the same person?' })).toBeTruthy()
  cleanup()
  show({ ...decided, state: 'true' })
  await userEvent.click(screen.getByRole('button', { name: 'Change the decision' }))
  expect(screen.queryByRole('button', { name: 'Yes, it’s them' })).toBeNull()
})

test('one person’s confirmation waits for another’s, and can be cancelled by the first', async () => {
  const fetch = answering(200, { success: true, match: MATCH })
  const proposal = {
    state: 'true' as const,
    by: 'Marta Silva',
    at: '2026-03-10T11:00:00Z',
    comment: 'So it is',
  }
  show({ ...MATCH, proposal: { ...proposal, isOwn: false } })
  expect(screen.getByText('A second person has to agree: that’s you')).toBeTruthy()
  expect(screen.getByText(/^Marta Silva said it’s the one on the list.*A second person must/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'No, someone else' }).getAttribute('aria-describedby')).toBe(
    screen.getByText('You don’t agree. One more person must look at it.').id,
  )
  cleanup()
  // An auditor is asked for nothing.
  show({ ...MATCH, proposal: { ...proposal, isOwn: false } }, false)
  expect(screen.getByText('Waiting for a second person to agree')).toBeTruthy()
  expect(screen.queryByText('Waiting for a reviewer to decide.')).toBeNull()
  cleanup()
  render(<MatchCard match={MATCH} isErased mayDecide={false} />, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  expect(screen.getByText('Waiting for a super admin to decide.')).toBeTruthy()
  cleanup()

  show({ ...MATCH, proposal: { ...proposal, isOwn: true } })
  expect(screen.getByText(/^You said it’s the one on the list, Mar 10, 2026.*Someone else must/)).toBeTruthy()
  expect(screen.getByText('Needs a second person')).toBeTruthy()
  expect(screen.queryByText('Needs a decision')).toBeNull()
  expect(screen.getByText('Waiting for a second person to agree')).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw it' }))
  expect(screen.queryByRole('button', { name: 'Yes, it’s them' })).toBeNull()
  await compare('Date of birth differs')
  await userEvent.type(note(), 'I misread the year')
  await answer('No, someone else')
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toMatchObject({ state: 'false' })
})

test('a disagreement says who said what, and that one more person must look at it', () => {
  const word = (by: string, said: 'true' | 'false', result: 'proposed' | 'returned', at: string) => ({
    by,
    said,
    result,
    at,
    reasons: [],
    comment: '',
    of: null,
  })
  const [called, denied] = ['2026-03-10T11:00:00Z', '2026-03-10T12:00:00Z']
  const match = {
    ...MATCH,
    proposal: { state: 'false' as const, by: 'Lena Weber', at: denied, comment: 'Too young', isOwn: false },
    history: [
      word('Lena Weber', 'false', 'returned', denied),
      word('Marta Silva', 'true', 'proposed', called),
    ],
  }
  show(match)
  expect(screen.getByText('One more person must look at it')).toBeTruthy()
  expect(screen.getByText(/^Marta Silva said it’s the one on the list, Mar 10/)).toBeTruthy()
  expect(screen.getByText(/^Lena Weber said it’s someone else, Mar 10.*A second person must/)).toBeTruthy()
  screen.getByText('You agree. The match is cleared.')
  screen.getByText('You don’t agree. One more person must look at it.')
  cleanup()
  // Who called it the listed one may no longer decide, but what they said was said.
  show({ ...match, proposal: null, history: match.history.slice(1) })
  expect(screen.getAllByText('A second person has to agree. Until then the match stays open.')).toHaveLength(
    2,
  )
})

test('a decision on the desk, whose line says how the match stands, shows no message over it', async () => {
  answering(200, { success: true, match: MATCH })
  const handleDone = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <MatchDecision match={MATCH} isPanel onDone={handleDone} />
    </QueryClientProvider>,
  )
  const before = currentToasts()
  await userEvent.click(screen.getByRole('checkbox', { name: /Names/ }))
  await userEvent.type(note(), 'Another name')
  await userEvent.click(screen.getByRole('button', { name: /^No, someone else/ }))
  await vi.waitFor(() => expect(handleDone).toHaveBeenCalledOnce())
  expect(currentToasts()).toEqual(before)
})

test('earlier statements are shown with who made them', async () => {
  show({
    ...MATCH,
    history: [
      {
        at: '2026-03-09T10:00:00Z',
        by: 'Marta Silva',
        said: 'true',
        result: 'proposed',
        reasons: ['birth_date', 'country'],
        comment: 'Same year',
        of: null,
      },
    ],
  })
  await userEvent.click(screen.getByText('What was said before (1)'))
  expect(screen.getByText('On the list, for a second person to confirm')).toBeTruthy()
  expect(screen.getByText('Compared: Date of birth, country')).toBeTruthy()
  expect(screen.getByText('Same year')).toBeTruthy()
})

test('a match that is someone else is clear, as its person is', () => {
  show({ ...MATCH, state: 'false' }, false)
  expect(screen.getByText('Clear')).toBeTruthy()
  expect(screen.queryByText(/ Match$/)).toBeNull()
})

test('a match that ended undecided asks for nothing any more', () => {
  show({ ...MATCH, endedAt: '2026-03-11T10:00:00Z' }, false)
  expect(screen.getByText('Never decided')).toBeTruthy()
  expect(screen.getByText(/no longer a match since/)).toBeTruthy()
  expect(screen.queryByText('Needs a decision')).toBeNull()
})
