import { beforeEach, expect, test, vi } from 'vitest'
import type { BusinessDraft } from '#contract/onboarding/business.ts'
import { ConsumerDraft } from '#contract/onboarding/onboarding.ts'
import { draftCipher } from './draft-cipher.ts'
import { newestDraft } from './draft-merge.ts'
import {
  draftKey,
  dropStaleDrafts,
  readLocalDraft,
  removeLocalDraft,
  sealedKeyOf,
  withoutSecrets,
  withSecretsOf,
  writeLocalDraft,
} from './local-draft.ts'

const SAVED = new Date('2026-11-20T12:00:00Z')
const DAY_MS = 86_400_000
const later = (ms: number) => new Date(SAVED.getTime() + ms)
const cipherOf = (byte: number) =>
  draftCipher({ key: Buffer.alloc(32, byte).toString('base64'), sealed: `f1.key.${byte}` })
const CIPHER = cipherOf(1)
const KEY = draftKey('Amara@fernhill.example', 'consumer')
const read = (email: string, now: Date, kind: 'consumer' | 'business' = 'consumer', cipher = CIPHER) =>
  readLocalDraft(draftKey(email, kind), ConsumerDraft, now, cipher)

beforeEach(() => {
  localStorage.clear()
  const local = { draft: { firstName: 'Amara' }, base: {}, savedAt: SAVED, revision: 2 }
  writeLocalDraft(KEY, local, CIPHER)
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

test('R39 nothing of a draft can be read where it is stored, except what its key is opened by', () => {
  expect(sealedKeyOf(KEY)).toBe('f1.key.1')
  expect(Object.values({ ...localStorage }).join()).not.toMatch(/amara|firstName|revision/i)
})

test('R39 another key opens it no more, and then it is dropped', () => {
  expect(read('amara@fernhill.example', later(0), 'consumer', cipherOf(2))).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test('R39 one that was put elsewhere, or made to look newer, is dropped', () => {
  const text = localStorage.getItem(KEY) ?? ''
  localStorage.setItem(draftKey('rhys@fernhill.example', 'consumer'), text)
  expect(read('rhys@fernhill.example', later(0))).toBeNull()
  localStorage.setItem(KEY, text.replace(SAVED.toISOString(), later(DAY_MS).toISOString()))
  expect(read('amara@fernhill.example', later(DAY_MS))).toBeNull()
})

test('R39 what is too old, or was left readable by a former release, is dropped whosever it is', () => {
  const former = { draft: { firstName: 'Rhys' }, base: {}, savedAt: SAVED.toISOString(), revision: 1 }
  localStorage.setItem(draftKey('rhys@fernhill.example', 'consumer'), JSON.stringify(former))
  dropStaleDrafts(later(7 * DAY_MS - 1))
  expect(Object.keys({ ...localStorage })).toEqual([KEY])
  dropStaleDrafts(later(7 * DAY_MS))
  expect(localStorage).toHaveLength(0)
})

test.each(['{', '[]', '{"savedAt":"2026-11-20T12:00:00.000Z","sealed":"f1","content":"%"}'])(
  'what is stored as %s is dropped',
  (text) => {
    localStorage.setItem(KEY, text)
    expect(read('amara@fernhill.example', SAVED)).toBeNull()
    expect(localStorage).toHaveLength(0)
  },
)

test('a browser without storage keeps no draft, and says so', () => {
  vi.stubGlobal('localStorage', null)
  expect(writeLocalDraft(KEY, { draft: {}, base: {}, savedAt: SAVED, revision: 0 }, CIPHER)).toBe(false)
  expect(read('amara@fernhill.example', SAVED)).toBeNull()
  expect(() => removeLocalDraft(KEY)).not.toThrow()
  expect(() => dropStaleDrafts(SAVED)).not.toThrow()
  vi.unstubAllGlobals()
})

const SECRETS = ['taxNumber', 'bankName', 'bankCountry', 'bankAccountNumber', 'bankSortCode']
const typed: BusinessDraft = { legalName: 'Fernhill', bankName: 'Bank', bankSortCode: '089999' }

test('R39 bank data and tax numbers are not kept in the browser', () => {
  expect(withoutSecrets(typed, SECRETS)).toEqual({ legalName: 'Fernhill' })
})

test('R39 they return from the account, together with what was typed here since', () => {
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
