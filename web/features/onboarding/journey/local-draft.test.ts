import { expect, test } from 'vitest'
import type { BusinessDraft } from '#contract/onboarding/business.ts'
import { ConsumerDraft } from '#contract/onboarding/onboarding.ts'
import { newestDraft } from './draft-merge.ts'
import { draftStore, findDraft, parseDraft, withoutSecrets, withSecretsOf } from './local-draft.ts'

const SAVED = new Date('2026-11-20T12:00:00Z')

test('a draft is read as it was stored', () => {
  const stored = { draft: { firstName: 'Amara' }, base: {}, revision: 2, round: 1 }
  expect(parseDraft(JSON.stringify(stored), ConsumerDraft)).toEqual(stored)
  const { round: _, ...former } = stored
  expect(parseDraft(JSON.stringify(former), ConsumerDraft)).toEqual({ ...stored, round: 0 })
})

test.each(['{}', '[]', '{"draft":{"firstName":1},"base":{},"revision":1}', '{"draft":{},"base":{}}'])(
  'what was stored in another form, as %s, is none',
  (text) => {
    expect(parseDraft(text, ConsumerDraft)).toBeNull()
  },
)

test('a browser without storage keeps no draft, and says so', async () => {
  // As jsdom is.
  expect(typeof indexedDB).toBe('undefined')
  const store = draftStore({ owner: 'person:5', place: 'consumer', isVisitor: false })
  store.prepare()
  expect(await store.write({ draft: {}, base: {}, savedAt: SAVED, revision: 0, round: 0 })).toBe(false)
  expect(await findDraft('person:5', 'consumer')).toBeNull()
  expect(() => store.remove()).not.toThrow()
})

const SECRETS = ['taxNumber', 'bankName', 'bankCountry', 'bankAccountNumber', 'bankSortCode']
const typed: BusinessDraft = { legalName: 'Fernhill', bankName: 'Bank', bankSortCode: '089999' }

test('R39 bank data and tax numbers are not stored in the browser', () => {
  expect(withoutSecrets(typed, SECRETS)).toEqual({ legalName: 'Fernhill' })
})

test('R39 they return from the account, together with what was typed here since', () => {
  const kept = withoutSecrets<BusinessDraft>({ ...typed, legalName: 'Fernhill Partners' }, SECRETS)
  const local = { draft: kept, base: withoutSecrets(typed, SECRETS), savedAt: SAVED, revision: 3, round: 0 }
  for (const revision of [3, 4]) {
    const account = { draft: typed, revision }
    expect(newestDraft<BusinessDraft>(withSecretsOf(local, account.draft, SECRETS), account)).toEqual({
      ...typed,
      legalName: 'Fernhill Partners',
    })
  }
})
