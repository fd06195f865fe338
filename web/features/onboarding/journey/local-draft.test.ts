import { beforeEach, expect, test, vi } from 'vitest'
import type { BusinessDraft } from '#contract/onboarding/business.ts'
import { ConsumerDraft } from '#contract/onboarding/onboarding.ts'
import { newestDraft } from './draft-merge.ts'
import {
  draftKey,
  readLocalDraft,
  removeLocalDraft,
  withoutSecrets,
  withSecretsOf,
  writeLocalDraft,
} from './local-draft.ts'

const SAVED = new Date('2026-11-20T12:00:00Z')
const DAY_MS = 86_400_000
const later = (ms: number) => new Date(SAVED.getTime() + ms)
const read = (email: string, now: Date, kind: 'consumer' | 'business' = 'consumer') =>
  readLocalDraft(draftKey(email, kind), ConsumerDraft, now)

beforeEach(() => {
  localStorage.clear()
  writeLocalDraft(draftKey('Amara@fernhill.example', 'consumer'), {
    draft: { firstName: 'Amara' },
    base: {},
    savedAt: SAVED,
    revision: 2,
  })
})

test('a draft is read back by its email, in any case', () => {
  expect(read('amara@FERNHILL.example', later(0))).toEqual({
    draft: { firstName: 'Amara' },
    base: {},
    savedAt: SAVED,
    revision: 2,
  })
})

test('another person on the same computer finds nothing', () => {
  expect(read('rhys@fernhill.example', later(0))).toBeNull()
})

test('the answers about a company are another draft', () => {
  expect(read('amara@fernhill.example', later(0), 'business')).toBeNull()
})

test('R39 a draft is dropped after 7 days', () => {
  expect(read('amara@fernhill.example', later(7 * DAY_MS - 1))).not.toBeNull()
  expect(read('amara@fernhill.example', later(7 * DAY_MS))).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test.each(['{', '[]', '{"draft":{"docType":"library card"},"savedAt":"2026-11-20","revision":1}'])(
  'what is stored as %s is dropped',
  (text) => {
    localStorage.setItem('onboarding_draft:amara@fernhill.example', text)
    expect(read('amara@fernhill.example', SAVED)).toBeNull()
  },
)

test('a browser without storage keeps no draft, and says so', () => {
  vi.stubGlobal('localStorage', null)
  const key = draftKey('amara@fernhill.example', 'consumer')
  expect(writeLocalDraft(key, { draft: {}, base: {}, savedAt: SAVED, revision: 0 })).toBe(false)
  expect(read('amara@fernhill.example', SAVED)).toBeNull()
  expect(() => removeLocalDraft(key)).not.toThrow()
  vi.unstubAllGlobals()
})

const SECRETS = ['taxNumber', 'bankName', 'bankCountry', 'bankAccountNumber', 'bankSortCode']
const typed: BusinessDraft = { legalName: 'Fernhill', bankName: 'Bank', bankSortCode: '089999' }

test('R39 bank data and tax numbers are not kept in the browser', () => {
  expect(withoutSecrets(typed, SECRETS)).toEqual({ legalName: 'Fernhill' })
})

test('R39 they come back from the account, beside what was typed here since', () => {
  const kept = withoutSecrets<BusinessDraft>({ ...typed, legalName: 'Fernhill Partners' }, SECRETS)
  const local = { draft: kept, base: withoutSecrets(typed, SECRETS), savedAt: SAVED, revision: 3 }
  for (const revision of [3, 4]) {
    const account = { draft: typed, revision }
    expect(newestDraft<BusinessDraft>(withSecretsOf(local, account.draft, SECRETS), account)).toEqual({
      ...typed,
      legalName: 'Fernhill Partners',
    })
  }
})
