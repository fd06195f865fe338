import { afterEach, expect, test, vi } from 'vitest'
import { deleteFormerDrafts, isFreshDraft, isOfOtherAccount } from './stored-drafts.ts'

const WEEK_MS = 7 * 86_400_000

afterEach(() => {
  vi.useRealTimers()
})

test('R39 a draft is used for 7 days', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  expect(isFreshDraft({ savedAt: Date.now() - WEEK_MS + 1 })).toBe(true)
  expect(isFreshDraft({ savedAt: Date.now() - WEEK_MS })).toBe(false)
})

test('R39 someone’s sign-in removes the drafts of other accounts, and no one’s own or a visitor’s', () => {
  expect(isOfOtherAccount({ owner: 'person:6', isVisitor: false }, 5)).toBe(true)
  expect(isOfOtherAccount({ owner: 'person:5', isVisitor: false }, 5)).toBe(false)
  expect(isOfOtherAccount({ owner: 'person:6', isVisitor: true }, 5)).toBe(false)
})

test('R39 the drafts of a former release are removed, whosever they are, and nothing else', () => {
  localStorage.setItem('onboarding_draft:ann@example.org', '{"firstName":"Ann"}')
  localStorage.setItem('onboarding_draft:business:bob@example.org', 'sealed')
  localStorage.setItem('theme', 'dark')
  deleteFormerDrafts()
  expect({ ...localStorage }).toEqual({ theme: 'dark' })
})
