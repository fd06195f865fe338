import { describe, expect, it, test } from 'vitest'
import { CASE_STATES } from '#contract/verification/case-states.ts'
import { AdminStatus, type CaseState } from '#contract/verification/cases.ts'
import { type AccountFacts, accountStanding, leadingKind } from './account-standing.ts'
import { type BadgePlace, caseBadge, settableLabel, settableStatus } from './case-badges.ts'
import { caseStanding, timePromise } from './case-standing.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const DUE = new Date('2026-11-22T12:36:00Z')
const AT = { now: NOW, dateStyle: 'us' } as const
const inState = (state: CaseState, more: object = {}) => ({
  state,
  dueAt: DUE,
  confirmBy: DUE,
  round: 1,
  roundLimit: 5,
  items: [],
  ...more,
})

test('what is sent again is received as changes, and the first time as an application', () => {
  expect(caseStanding('consumer', inState('submitted'), AT, 1).sentence).toMatch(
    /^We’ve received your application\./,
  )
  const again = caseStanding('business', inState('submitted', { round: 2 }), AT, 1)
  expect(again.sentence).toMatch(/^We’ve received the changes to your company’s application\./)
  expect(again.isSentAgain).toBe(true)
})

test('a returned case says how many items are left, and to send it again once none is', () => {
  const returned = inState('needs_resubmission')
  const sentence = (left: number) => caseStanding('consumer', returned, AT, left).sentence
  expect(sentence(1)).toBe('We need you to check one item in your application.')
  expect(sentence(2)).toBe('We need you to check 2 items in your application.')
  expect(sentence(0)).toBe('You’ve fixed everything in your application. Send it to our team to finish.')
})

/** What each label means: two labels with one meaning never contradict each other, and no label has two meanings. */
const MEANINGS = {
  open: ['Not Started', 'Pending Verification', 'Pending Submission', 'Pending'],
  submitted: ['Submitted'],
  under_review: ['Under Review'],
  action_required: ['Action Required'],
  approved: ['Verified', 'Approved'],
  refused: ['Verification Failed', 'Not approved', 'Rejected'],
} as const
const meaningOf = (word: string) => {
  const plain = word.replace(/ \(.*\)$/, '')
  const found = Object.entries(MEANINGS).filter(([, words]) => (words as readonly string[]).includes(plain))
  expect(found, word).toHaveLength(1)
  return found[0]?.[0]
}
const PLACES: readonly BadgePlace[] = ['account', 'application', 'staff']

describe('one standing, one word', () => {
  it.each<[CaseState | null, keyof typeof MEANINGS, account: string, application: string, staff: string]>([
    [null, 'open', 'Not Started', 'Pending Submission', 'Not Started'],
    ['draft', 'open', 'Pending Verification', 'Pending Submission', 'Pending Submission'],
    ['submitted', 'submitted', 'Submitted', 'Submitted', 'Submitted'],
    ['in_review', 'under_review', 'Under Review', 'Under Review', 'Under Review'],
    ['needs_resubmission', 'action_required', 'Action Required', 'Action Required', 'Action Required'],
    [
      'awaiting_second_approval',
      'under_review',
      'Under Review',
      'Under Review',
      'Under Review (second approval)',
    ],
    ['approved', 'approved', 'Verified', 'Approved', 'Approved'],
    ['rejected', 'refused', 'Verification Failed', 'Not approved', 'Not approved'],
    ['reverification_due', 'approved', 'Verified', 'Approved', 'Approved (confirmation due)'],
    ['withdrawn', 'open', 'Pending Submission', 'Pending Submission', 'Pending Submission (withdrawn)'],
    ['expired', 'open', 'Pending Submission', 'Pending Submission', 'Pending Submission (expired)'],
  ])('%s means %s everywhere', (state, meaning, ...words) => {
    expect(PLACES.map((place) => caseBadge(state, place).label)).toEqual(words)
    for (const word of words) expect(meaningOf(word)).toBe(meaning)
    // One colour, too: what is red here is red there. On the account, nothing started is not a request.
    const families = new Set(PLACES.map((place) => caseBadge(state, place).family))
    expect(families.size).toBe(state === null ? 2 : 1)
    const chosen = state && settableStatus(state)
    if (chosen) expect(meaningOf(settableLabel(chosen))).toBe(meaning)
  })

  it('the drop-down shows none of its four words for a case in another state', () => {
    const none = CASE_STATES.filter((state) => settableStatus(state) === null)
    expect(none).toEqual(['in_review', 'needs_resubmission', 'awaiting_second_approval'])
    expect(AdminStatus.options.map(settableLabel)).toEqual(['Pending', 'Submitted', 'Approved', 'Rejected'])
  })
})

describe('the sentence of a standing', () => {
  it.each(CASE_STATES)('%s is worded for a person and for a company', (state) => {
    const [own, company] = (['consumer', 'business'] as const).map(
      (kind) => caseStanding(kind, inState(state), AT, 1).sentence,
    )
    expect(own).toMatch(/^[A-Z].*\.$/)
    expect(company).toMatch(/^[A-Z].*\.$/)
  })

  it('says neutrally that a case was refused, and how to complain', () => {
    expect(caseStanding('consumer', inState('rejected'), AT, 1).sentence).toContain('you can complain')
  })

  it('sends someone who has used up the rounds to support', () => {
    const sentence = (round: number) =>
      caseStanding('consumer', inState('needs_resubmission', { round }), AT, 1).sentence
    expect(sentence(5)).toContain('Contact support')
    expect(sentence(4)).not.toContain('Contact support')
  })
})

describe('the one promise of time', () => {
  it.each<[CaseState, string | null]>([
    ['draft', null],
    ['submitted', 'answer'],
    ['in_review', 'answer'],
    ['awaiting_second_approval', 'answer'],
    ['needs_resubmission', null],
    ['approved', null],
    ['rejected', null],
    ['reverification_due', 'confirm'],
    ['withdrawn', null],
    ['expired', null],
  ])('in %s is %s', (state, kind) => {
    const promise = timePromise(inState(state), AT)
    expect(promise?.kind ?? null).toBe(kind)
    if (promise) expect(promise).toMatchObject({ at: DUE.toISOString(), isLate: false })
  })

  it('names the time, and admits if it has passed', () => {
    expect(timePromise(inState('submitted'), AT)?.text).toBe('We’ll email you by Nov 22, 2026, 12:36 GMT.')
    const late = timePromise(inState('submitted'), { ...AT, now: new Date(DUE.getTime() + 1) })
    expect(late).toMatchObject({ isLate: true, text: expect.stringContaining('sorry') })
    const confirm = timePromise(inState('reverification_due'), {
      ...AT,
      now: new Date('2026-11-23T10:00:00Z'),
    })
    expect(confirm).toMatchObject({ isLate: true, text: expect.stringContaining('Nov 22, 2026') })
  })
})

describe('which of two verifications leads', () => {
  const inState = (state: CaseState, round = 1) => ({ state, round })
  it.each([
    ['the only one', null, inState('draft', 0), 'business'],
    ['the person’s, where the company’s is a draft', inState('submitted'), inState('draft', 0), 'consumer'],
    ['the company’s, once handed in', inState('approved'), inState('submitted'), 'business'],
    [
      'the person’s, who is verified while the company was refused',
      inState('approved'),
      inState('rejected'),
      'consumer',
    ],
    [
      'the company’s refusal, where the person is not verified',
      inState('submitted'),
      inState('rejected'),
      'business',
    ],
    ['the person’s, where there is none', null, null, 'consumer'],
  ] as const)('%s', (_, consumer, business, kind) => {
    expect(leadingKind({ consumer, business })).toBe(kind)
  })
})

const NO_FLAGS = {
  isTrader: false,
  isInvestor: false,
  isSeller: true,
  isDeveloper: true,
  isBuyer: false,
  isCorporate: false,
}
const facts = (state: CaseState | null): AccountFacts => ({
  consumer: state && inState(state),
  business: null,
  documents: {
    docType: 'passport',
    held: ['id-front', 'selfie', 'proof-of-address'],
    current: state && inState(state),
  },
  verification: {
    riskDisclosureAccepted: true,
    certifications: [],
    flags: NO_FLAGS,
    pendingType: null,
    questionsOpenAt: null,
    kycVerified: state === 'approved' || state === 'reverification_due',
    kycSubmitted: state !== null && ['submitted', 'in_review', 'awaiting_second_approval'].includes(state),
    business: null,
  },
  next: { statementEndsSoon: false, unpaid: 0, emailConfirmed: true, emailBounced: false },
  drafts: [],
  toFix: {
    consumer: { left: ['Selfie Verification'], hasFixed: false },
    business: { left: [], hasFixed: false },
  },
  details: {
    statementEnds: null,
    statementHasEnded: false,
    questionsOpen: null,
    invoice: null,
    email: null,
    supportEmail: 'help@company.example',
    complaintsEmail: 'complaints@company.example',
  },
})

describe('the standing of an account', () => {
  it.each<[CaseState | null, number, string]>([
    [null, 67, 'step'],
    ['draft', 67, 'step'],
    ['submitted', 83, 'wait'],
    ['in_review', 83, 'wait'],
    ['awaiting_second_approval', 83, 'wait'],
    ['needs_resubmission', 67, 'fix'],
    ['approved', 100, 'nothing'],
    ['rejected', 67, 'refused'],
    ['reverification_due', 100, 'reconfirm'],
    ['withdrawn', 67, 'step'],
    ['expired', 67, 'step'],
  ])('in %s is %i percent, and the next action is %s', (state, percent, next) => {
    const standing = accountStanding(facts(state), AT)
    expect(standing).toMatchObject({ percent, next: { kind: next } })
    // It says what is left to do exactly if something can be done.
    expect(standing.progress.includes('left to do.') && !standing.progress.includes('nothing')).toBe(
      next === 'step' || next === 'fix',
    )
    expect(standing.documents).toMatchObject({ done: 4, total: 4 })
  })
})

describe('an application that was started besides the one an account shows', () => {
  it('is what to do next, and still not started for the account', () => {
    const standing = accountStanding({ ...facts('approved'), drafts: ['business'] }, AT)
    expect(standing).toMatchObject({
      leading: 'consumer',
      business: { state: 'draft', account: { label: 'Not Started' } },
      next: { kind: 'continue', href: '/onboarding/business' },
    })
  })

  it('does not count if nothing else was started', () => {
    expect(accountStanding({ ...facts(null), drafts: ['consumer'] }, AT).next.kind).toBe('step')
  })
})

test('no badge outside these words is left', () => {
  const words = [null, ...CASE_STATES].flatMap((state) =>
    PLACES.map((place) => caseBadge(state, place).label),
  )
  expect(words.join()).not.toMatch(/Unknown|Sent Back|In Review|_/)
})
