import { describe, expect, test } from 'vitest'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import type { SupportChange } from '#contract/review/admin-cases.ts'
import { caseNews } from './case-news.tsx'

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
    expect(caseNews(before, after, 'Sofia')).toBe(said)
  })

  test.each([
    ['whoever proposed it', 'Ann Lee', 'Ann Lee cancelled the proposal.'],
    ['anyone else', 'Bo Hall', 'Ann Lee declined the proposal.'],
  ])('a proposal ended by %s', (_who, by, said) => {
    const proposed = { ...before, owner: null, proposal: { ...proposal, by } }
    expect(caseNews(proposed, { ...before, owner: owner(2, false) }, 'Sofia')).toBe(said)
  })

  test('one’s own decision, which takes effect after its time, is no news', () => {
    const mine = { ...before, undoUntil: '2026-03-10T10:00:10Z' }
    expect(caseNews(mine, { ...before, state: 'approved', decidedBy: 'Me' }, 'Sofia')).toBe('')
  })
})
