import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LOOK_MS } from '#contract/documents/looks.ts'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import type { ScreeningMatch } from '#contract/screening/screening.ts'
import { reviewCase, reviewItem, storedDocument } from '#web/shared/directory/testing.ts'
import { awaitedMatch } from '#web/shared/screening/screening-outcomes.ts'
import { draftProgress } from '../verdict-drafts.ts'
import {
  asShown,
  type DeskLine,
  deskLines,
  firstLine,
  nextOpenLine,
  openedLines,
  slotBeside,
  useLinesLookedAt,
} from './desk-lines.ts'
import { applicantText, countsText, formerMarkText, lackText, lineMark } from './desk-text.ts'
import { nextPictures } from './pictures-ahead.ts'

afterEach(() => void vi.useRealTimers())

const name = reviewItem('name', 'Name')
const born = reviewItem('birth_date', 'Date of Birth')
const blocked = reviewItem('address', 'Address', {
  beforeAccept: [{ kind: 'not_opened', text: 'Open Proof of address in the viewer.' }],
})

it('leads from a marked line to the next open one, and back to those that were skipped', () => {
  const given = reviewCase([name, { ...born, decision: 'accepted' }, blocked])
  const lines = deskLines(given, {})
  expect(nextOpenLine(lines, 'name')?.key).toBe('address')
  expect(nextOpenLine(lines, 'address')?.key).toBe('name')
  expect(nextOpenLine(deskLines(reviewCase([name]), {}), 'name')).toBeUndefined()
})

it('only accepts the rest of what was opened and can be accepted', () => {
  const lines = deskLines(reviewCase([name, born, blocked]), {})
  const lookedAt = new Set(['name', 'address'])
  expect(openedLines(lines, lookedAt).map(({ key }) => key)).toEqual(['name'])
  // That a line can be accepted doesn't make it opened: most of a company's lines have no document to look at.
  expect(lines.map((line) => lineMark(line, lookedAt))).toEqual(['Opened', 'Not opened', 'Not opened'])
  expect(lines.map((line) => lineMark(line, lookedAt, 1))).toEqual([
    '1 difference',
    '1 difference',
    'Not opened',
  ])
})

it('closes a line that no document proves until it was on the desk for a second, and so the next one', () => {
  vi.useFakeTimers()
  const company = [
    reviewItem('registration', 'Company registration'),
    reviewItem('settlement', 'Settlement'),
    reviewItem('owner:o1', 'Beneficial owner: Bela Fern', { decision: 'accepted' }),
    // Whether a document was looked at, the server says.
    reviewItem('other', 'Additional document', { document: storedDocument('other') }),
  ]
  const lines = deskLines(reviewCase(company, { kind: 'business' }), {})
  const { result, rerender } = renderHook(
    ({ selected }) => {
      const lookedAt = useLinesLookedAt(selected, lines)
      return lines.filter((line) => asShown(line, lines, lookedAt).canAccept).map(({ key }) => key)
    },
    { initialProps: { selected: 'registration' } },
  )
  const open = ['owner:o1', 'other']
  act(() => vi.advanceTimersByTime(LOOK_MS - 1))
  expect(result.current).toEqual(open)
  act(() => vi.advanceTimersByTime(1))
  expect(result.current).toEqual(['registration', ...open])
  rerender({ selected: 'settlement' })
  expect(result.current).toEqual(['registration', ...open])
  act(() => vi.advanceTimersByTime(LOOK_MS))
  expect(result.current).toEqual(['registration', 'settlement', ...open])
})

it('counts a document as opened that its reader has looked at before', () => {
  const paper = reviewItem('selfie', 'Selfie', { document: storedDocument('selfie') })
  const unread = { ...paper, beforeAccept: [{ kind: 'too_small', text: 'Zoom in.' } as const] }
  const mark = (item: typeof paper) => lineMark(deskLines(reviewCase([item]), {})[0] as DeskLine, new Set())
  expect([mark(paper), mark(unread)]).toEqual(['Opened', 'Shown too small'])
})

it.each([
  ['consumer', 1, 'invest', 'Person, wants to invest · first time'],
  ['business', 2, 'buy_retire', 'Company, wants to buy and retire · round 2'],
  ['consumer', 1, null, 'Person · first time'],
  ['consumer', 1, 'of another release', 'Person · first time'],
] as const)('names below a %s of round %i who wants to %s: %s', (kind, round, type, text) => {
  expect(applicantText({ kind, round }, { user_type: null, pending_user_type: type })).toBe(text)
})

it('says why a line that was marked before is open again', () => {
  const formerMark = { decision: 'accepted', by: 'Marta Silva', at: '2026-11-24T09:40:00Z' } as const
  const sent = { ...storedDocument('id-front'), uploadedAt: '2026-11-24T09:52:00Z' }
  const front = reviewItem('id-front', 'ID front', { document: sent, judgedBy: [sent.id], formerMark })
  const reopened = { ...name, judgedBy: [sent.id], formerMark }
  expect(deskLines(reviewCase([reopened, front]), {}).map((line) => lineMark(line))).toEqual([
    'Open again',
    'Opened',
  ])
  const before = 'Marta Silva accepted this on Nov 24, 2026, 09:40 GMT.'
  expect(formerMarkText(formerMark, reopened, [reopened, front])).toBe(
    `${before} A new ID front came on Nov 24, 2026, 09:52 GMT, so the line is open again.`,
  )
  expect(formerMarkText({ ...formerMark, by: null }, reopened, [reopened])).toBe(
    'This was accepted before. It has changed since, so the line is open again.',
  )
})

it('calls a line approved that was approved with its case, and leaves nothing to do', () => {
  const approved = reviewCase([name, born], { state: 'approved' })
  expect(deskLines(approved, {}).map((line) => lineMark(line))).toEqual(['Approved', 'Approved'])
  const progress = { counts: { accepted: 0, retry: 0, final: 0, pending: 2 } }
  expect(countsText(progress, true).left).toBeNull()
  expect(countsText(progress, false).left).toBe('2 to go')
})

it('says at the button what an approval is missing, but not if another decision is made', () => {
  const missingEvidence = ['The list is of August.', 'The email isn’t confirmed.']
  const lack = (
    decision: 'accepted' | 'retry' | 'pending',
    missing: string[],
    match: Pick<ScreeningMatch, 'state' | 'proposal'> | null = null,
  ) => lackText(draftProgress([{ ...name, decision }], {}), { missingEvidence: missing }, match)
  expect(lack('pending', [], { state: 'open', proposal: null })).toBe('Decide the match first')
  const at = '2026-11-28T13:20:00Z'
  const proposal = { state: 'true', by: 'Grace Hopper', at, comment: 'So it is', isOwn: true } as const
  expect(lack('pending', [], { state: 'open', proposal })).toMatch(
    /^You said it’s the one on the list, Nov 28, 2026.*\. Someone else must confirm it\.$/,
  )
  expect(lack('pending', [], { state: 'open', proposal: { ...proposal, isOwn: false } })).toMatch(
    /^Grace Hopper said it’s the one on the list, Nov 28, 2026.*\. A second person must confirm it\.$/,
  )
  expect(lack('pending', [], { state: 'true', proposal: null })).toBe('On the list, so it can’t be approved')
  expect(lack('accepted', [])).toBe('')
  expect(lack('accepted', missingEvidence.slice(0, 1))).toBe('The list is of August.')
  expect(lack('accepted', missingEvidence)).toBe(
    'The list is of August. 1 more below “Before you can approve”.',
  )
  expect(lack('retry', missingEvidence)).toBe('')
  expect(lack('pending', missingEvidence)).toBe('1 line to go')
})

it('asks no one for a first decision on a match with a proposed one', () => {
  const mark = (kind: 'open_match' | 'proposed_match') =>
    deskLines(reviewCase([{ ...name, beforeAccept: [{ kind, text: 'A match.' }] }]), {}).map((line) =>
      lineMark(line),
    )
  expect([mark('open_match'), mark('proposed_match')]).toEqual([
    ['Match to decide'],
    ['Needs a second person'],
  ])
  const match = (id: number, isOwn?: boolean) => ({
    id,
    state: 'open' as const,
    endedAt: null,
    proposal:
      isOwn === undefined ? null : { state: 'true' as const, by: 'Ada', at: '', comment: 'Yes', isOwn },
  })
  expect(awaitedMatch([match(1, true), match(2, false), match(3)])?.id).toBe(3)
  expect(awaitedMatch([match(1, true), match(2, false)])?.id).toBe(2)
  expect(awaitedMatch([match(1, true), { ...match(2), state: 'false' }])?.id).toBe(1)
  expect(awaitedMatch([{ ...match(1), endedAt: '2026-11-28T13:20:00Z' }])).toBeNull()
})

it('draws a line as the reviewer has marked it, sent or not', () => {
  const draft = { decision: 'retry', reasons: ['OTHER'], applicantText: 'Again', internalNote: '' } as const
  const lines = deskLines(reviewCase([name, born]), { name: { ...draft, evidence: ' ' } })
  expect(lines.map(({ state }) => state)).toEqual(['look_again', 'with_us'])
  const approved = [{ ...name, decision: 'accepted', acceptedBy: 'Grace Hopper' } as const, born]
  const found = deskLines(reviewCase(approved, { state: 'approved' }), {})
  expect(found.map(({ state }) => state)).toEqual(['checked', 'approved'])
})

it('names people by their name, and what they are below it', () => {
  const [line] = deskLines(
    reviewCase([reviewItem('owner:o1', 'Beneficial owner: Ada: the First')], { kind: 'business' }),
    {},
  )
  expect(line?.label).toBe('Ada: the First')
  expect(line?.isOwner).toBe(true)
})

it('finds nothing to show next to a document that is the only one', () => {
  expect(slotBeside(reviewCase([name]), 'id-front')).toBeNull()
})

it('starts with the first open line, and for a second person with the one in question', () => {
  const accepted = { decision: 'accepted' } as const
  const given = [
    { ...name, ...accepted },
    { ...born, ...accepted, changed: true },
    { ...blocked, ...accepted, beforeAccept: [], internalNote: '3 days older than 3 months' },
  ]
  const proposal = {
    kind: 'approval',
    by: 'Marta Silva',
    at: '',
    note: null,
    mayConfirm: true,
    isYours: false,
    confirmedBy: null,
  } as const
  const overridden = { ...proposal, kind: 'override' } as const
  const missing = reviewItem('id-back', 'ID back', { document: null })
  const first = (items: ReviewItem[], more: Partial<Parameters<typeof reviewCase>[1]> = {}) => {
    const found = reviewCase(items, more)
    return firstLine(found, deskLines(found, {}))?.key
  }
  expect(first(given, { proposal })).toBe('address')
  const rule = (line: string | null, kind: 'waivable' | 'firm' = 'waivable') => ({
    kind,
    text: 'A rule.',
    line,
  })
  const rules = (...statusObstacles: ReturnType<typeof rule>[]) =>
    first([...given, missing], { proposal: overridden, statusObstacles })
  expect(rules(rule('id-back'))).toBe('id-back')
  // Whatever no override lifts was not set aside, nor is a rule about the whole case a line.
  expect(rules(rule('address', 'firm'), rule(null), rule('birth_date'))).toBe('birth_date')
  expect(first(given.slice(0, 2), { proposal })).toBe('birth_date')
  const unread = [{ kind: 'not_opened', text: 'Open it first' } as const]
  expect(first([{ ...given[0], beforeAccept: unread }, given[1]] as typeof given, { proposal })).toBe(
    'birth_date',
  )
  expect(first(given)).toBe('name')
  expect(
    first([given[0] ?? name, born].map((item) => ({ ...item, internalNote: null })) as typeof given),
  ).toBe('birth_date')
  expect(lineMark(deskLines(reviewCase(given), {})[2] ?? Object.assign({}), new Set())).toBe(
    'Accepted with a note',
  )
})

it('prefetches what the next open line shows that is not displayed yet', () => {
  const paper = (item: 'id-front' | 'selfie' | 'proof-of-address') =>
    reviewItem(item, item, { document: storedDocument(item) })
  const given = reviewCase([name, born, paper('id-front'), paper('selfie'), paper('proof-of-address')])
  const next = (from: string, accepted: readonly string[] = []) => {
    const items = given.items.map((item) =>
      accepted.includes(item.item) ? { ...item, decision: 'accepted' as const } : item,
    )
    const lines = deskLines({ ...given, items }, {})
    const line = lines.find(({ key }) => key === from)
    return line && nextPictures({ ...given, items }, lines, line)
  }
  const url = (id: string) => storedDocument(id).documentUrl
  // Name and date of birth are proved by the same side of the ID.
  expect(next('name')).toEqual([url('selfie')])
  expect(next('selfie')).toEqual([url('proof-of-address')])
  expect(next('proof-of-address')).toEqual([url('id-front')])
  expect(next('proof-of-address', ['name', 'birth_date', 'id-front'])).toEqual([
    url('selfie'),
    url('id-front'),
  ])
  expect(next('name', ['birth_date', 'selfie', 'proof-of-address'])).toEqual([])
})
