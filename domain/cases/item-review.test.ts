import { describe, expect, it } from 'vitest'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { parsePlainDate } from '#domain/plain-date.ts'
import { acceptanceGaps, isReviewed, type ReviewerFacts, reviewGaps } from './item-review.ts'

const DAY = parsePlainDate('2031-01-01')

type Document = ReviewerFacts['documents'][number]

function document(slot: DocumentSlot, more: Partial<Document> = {}): Document {
  return { slot, sha256: slot, look: 'read', issuedOn: null, expiresOn: null, ...more }
}
function gapsOf(items: ItemKey[], documents: Document[], matches: ReviewerFacts['matches'] = []) {
  return acceptanceGaps(items, { isAtHand: true, documents, matches }).map(
    ({ item, kind }) => `${item} ${kind}`,
  )
}

describe('before an item can be accepted', () => {
  it.each<[string, ItemKey, Document[], string[]]>([
    ['an unseen selfie', 'selfie', [document('selfie', { look: 'none' })], ['selfie not_opened']],
    ['a selfie shown small', 'selfie', [document('selfie', { look: 'too_small' })], ['selfie too_small']],
    ['a seen selfie', 'selfie', [document('selfie')], []],
    ['a name', 'name', [document('id-front', { look: 'none' })], ['name not_opened']],
    ['a birth date', 'birth_date', [document('id-front')], []],
    ['an address', 'address', [document('proof-of-address', { look: 'none' })], ['address not_opened']],
    ['an ID without a date', 'id-front', [document('id-front')], ['id-front date_unknown']],
    ['an ID with its date', 'id-front', [document('id-front', { expiresOn: DAY })], []],
    ['an ID that bears none', 'id-front', [document('id-front', { noExpiryDate: true })], []],
    [
      'an ID with its date on the back',
      'id-front',
      [document('id-front'), document('id-back', { expiresOn: DAY })],
      [],
    ],
    ['the back of an ID', 'id-back', [document('id-front'), document('id-back')], []],
    [
      'a proof of address with the wrong date',
      'proof-of-address',
      [document('proof-of-address', { expiresOn: DAY })],
      ['proof-of-address date_unknown'],
    ],
    ['a proof with its date', 'proof-of-address', [document('proof-of-address', { issuedOn: DAY })], []],
    [
      'a proof that bears none',
      'proof-of-address',
      [document('proof-of-address', { noIssueDate: true })],
      [],
    ],
    ['an owner', 'owner:o1', [document('other', { look: 'none' })], []],
    ['the paper of a company', 'other', [document('other', { look: 'none' })], ['other not_opened']],
  ])('of %s', (_, item, documents, gaps) => {
    expect(gapsOf([item], documents)).toEqual(gaps)
  })

  it('the case must be claimed for a line without a document to open, or with one that was read before', () => {
    const items: ItemKey[] = ['settlement', 'selfie', 'id-back']
    const documents = [document('selfie'), document('id-back', { look: 'none' })]
    const gaps = acceptanceGaps(items, { isAtHand: false, documents, matches: [] })
    expect(gaps.map(({ item, kind }) => `${item} ${kind}`)).toEqual([
      'settlement not_claimed',
      'selfie not_claimed',
      'id-back not_opened',
    ])
  })

  it.each<[string, string[], string[]]>([
    ['a person', ['person'], ['name']],
    ['a company', ['company'], ['registration']],
    ['an owner, and no one else', ['owner:o1'], ['owner:o1']],
    ['a company and one of its owners', ['company', 'owner:o2'], ['registration', 'owner:o2']],
    ['someone without an item', ['owner:left-out'], ['name', 'registration', 'owner:o1', 'owner:o2']],
  ])('no one who may be on a list is accepted: %s', (_, subjects, stopped) => {
    const keys: ItemKey[] = [
      'name',
      'birth_date',
      'selfie',
      'registration',
      'owner:o1',
      'owner:o2',
      'settlement',
    ]
    const kind = 'open_match' as const
    const matches = subjects.map((subject) => ({ subject, kind, text: `${subject}: a match waits.` }))
    expect(gapsOf(keys, [], matches)).toEqual(stopped.map((item) => `${item} open_match`))
  })
})

describe('a review of the whole case', () => {
  const accepted = { decision: 'accepted' as const, acceptedBy: 7 }

  it('counts what someone accepted after looking, and nothing retained from an earlier acceptance', () => {
    expect(isReviewed(accepted)).toBe(true)
    expect(isReviewed({ decision: 'accepted' })).toBe(false)
    expect(isReviewed({ decision: 'retry', acceptedBy: 7 })).toBe(false)
  })

  it('does not need a second person’s look, but checks dates again', () => {
    const facts = {
      isAtHand: true,
      documents: [document('id-front', { look: 'none' })],
      matches: [],
    }
    const items = [
      { key: 'id-front' as const, ...accepted },
      { key: 'name' as const, decision: 'pending' as const },
    ]
    const gaps = acceptanceGaps(['id-front', 'name'], facts)
    expect(reviewGaps(items, gaps, (key) => key.toUpperCase())).toEqual([
      'Enter the expiry date of the ID document, or tick that none is printed.',
      'NAME hasn’t been reviewed.',
    ])
  })
})
