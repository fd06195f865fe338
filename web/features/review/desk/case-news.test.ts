import { act, render, renderHook, screen } from '@testing-library/react'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { SupportChange } from '#contract/review/admin-cases.ts'
import { reviewCase, reviewItem, storedDocument } from '#web/shared/directory/testing.ts'
import { evidenceOf, type VerdictDraft } from '../verdict-drafts.ts'
import { caseNews, ReplacedEvidence, useCaseNews } from './case-news.tsx'

const owner = (id: number, isYou: boolean) => ({
  id,
  name: isYou ? 'Me' : 'Ann Lee',
  isYou,
  until: '2026-03-10T10:30:00Z',
})
const item = (id: string, of: 'id-front' | 'selfie' = 'id-front') => ({
  item: of,
  label: 'ID front',
  supportChanges: [] as SupportChange[],
  document: {
    id,
    uploadedAt: id === 'c' ? '2026-03-10T10:05:00Z' : '2026-03-10T09:52:00Z',
  } as StoredDocument,
})
const CHANGE = { at: '2026-03-10T10:05:00Z' } as SupportChange
const before = {
  state: 'in_review' as const,
  owner: owner(1, true),
  undoUntil: null,
  decidedBy: null,
  proposal: null,
  items: [item('a'), item('b', 'selfie')],
}
const proposal = {
  kind: 'approval' as const,
  by: 'Ann Lee',
  at: '2026-03-10T09:00:00Z',
  note: null,
  mayConfirm: true,
  isYours: false,
  confirmedBy: null,
}

describe('what others did with a case on the desk', () => {
  test.each([
    ['nothing', before, ''],
    [
      'a new file',
      { ...before, items: [item('c'), item('b', 'selfie')] },
      'Sofia sent a new ID front at 10:05 GMT.',
    ],
    [
      'two new files',
      { ...before, items: [item('c'), item('d', 'selfie')] },
      'Sofia sent a new ID front and selfie at 10:05 GMT.',
    ],
    ['another reviewer took it, which its owner says', { ...before, owner: owner(2, false) }, ''],
    [
      'another reviewer decided',
      { ...before, state: 'approved' as const, decidedBy: 'Ann Lee' },
      'Ann Lee decided on this case.',
    ],
    [
      'support changed a detail',
      { ...before, items: [{ ...item('a'), label: 'Name', supportChanges: [CHANGE] }, item('b', 'selfie')] },
      'Support changed “Name” at 10:05 GMT.',
    ],
    ['it was given back', { ...before, owner: null }, ''],
  ])('%s', (_what, after, said) => {
    expect(caseNews(before, after, 'Sofia').text).toBe(said)
  })

  test.each([
    ['whoever proposed it', 'Ann Lee', 'Ann Lee cancelled the proposal.'],
    ['anyone else', 'Bo Hall', 'Ann Lee declined the proposal.'],
  ])('a proposal ended by %s', (_who, by, said) => {
    const proposed = { ...before, owner: null, proposal: { ...proposal, by } }
    expect(caseNews(proposed, { ...before, owner: owner(2, false) }, 'Sofia').text).toBe(said)
  })

  test('one’s own decision, which takes effect after its time, is no news', () => {
    const mine = { ...before, undoUntil: '2026-03-10T10:00:10Z' }
    expect(caseNews(mine, { ...before, state: 'approved', decidedBy: 'Me' }, 'Sofia').text).toBe('')
  })
})

describe('news of a case', () => {
  const caseWith = (front: string, selfie: string, version: number) =>
    reviewCase(
      [
        reviewItem('id-front', 'ID front', { document: storedDocument(front) }),
        reviewItem('selfie', 'Selfie', { document: storedDocument(selfie) }),
        reviewItem('name', 'Name'),
      ],
      { version },
    )
  const desk = () =>
    renderHook(({ given }) => useCaseNews(given, 'Sofia'), { initialProps: { given: caseWith('a', 'b', 1) } })

  test('stays when the case is fetched again, until each of its lines was opened', () => {
    const { result, rerender } = desk()
    expect(result.current.news).toBeNull()
    rerender({ given: caseWith('c', 'd', 2) })
    const said = /^Sofia sent a new ID front and selfie at \d\d:\d\d GMT\.$/
    expect(result.current.news).toMatch(said)
    rerender({ given: caseWith('c', 'd', 3) })
    for (const line of ['name', 'id-front']) {
      act(() => result.current.open(line))
      expect(result.current.news).toMatch(said)
    }
    act(() => result.current.open('selfie'))
    expect(result.current.news).toBeNull()
  })

  test('is dismissed, and names a document that is sent twice only once', () => {
    const { result, rerender } = desk()
    rerender({ given: caseWith('c', 'b', 2) })
    rerender({ given: caseWith('d', 'b', 3) })
    expect(result.current.news?.match(/ID front/g)).toHaveLength(1)
    act(() => result.current.dismiss())
    expect(result.current.news).toBeNull()
  })
})

describe('marks on evidence that was replaced', () => {
  const ACCEPTED: VerdictDraft = { decision: 'accepted', reasons: [], applicantText: '', internalNote: '' }
  const items = (proof: string, answer = 'answer') => [
    reviewItem('name', 'Name', { judgedBy: [proof], evidence: answer }),
    reviewItem('birth_date', 'Date of Birth', { judgedBy: [proof], evidence: 'born' }),
    reviewItem('id-front', 'ID front', { judgedBy: [proof], document: storedDocument(proof) }),
  ]
  const [name, born, front] = items('a')
  const drafts = Object.fromEntries(
    [name, born, front].map((item) => [item?.item, { ...ACCEPTED, evidence: item ? evidenceOf(item) : '' }]),
  )
  const said = (now: ReturnType<typeof items>, marked = drafts) => {
    render(createElement(ReplacedEvidence, { name: 'Sofia', items: now, drafts: marked }))
    return screen.queryByRole('status')?.textContent
  }

  test('are named with the document that was sent', () => {
    expect(said(items('b'))).toMatch(
      /^Sofia sent a new ID front at \d\d:\d\d GMT\. “Name”, “Date of Birth” and “ID front” are open again; your other marks stay\.$/,
    )
  })

  test('are named with the document although that has no mark of its own', () => {
    expect(said(items('b'), { name: drafts.name })).toMatch(
      /^Sofia sent a new ID front at .* “Name” is open again; your other marks stay\.$/,
    )
  })

  test('are named with a change of the data, and nothing is said without one', () => {
    expect(said(items('a', 'another'))).toBe(
      '“Name” was changed after you marked it. “Name” is open again; your other marks stay.',
    )
  })
})
