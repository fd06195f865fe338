import { expect, it } from 'vitest'
import { reviewItem } from '#web/shared/directory/testing.ts'
import { hasDocuments, needsLook, selectedDocument, textWithoutFile } from './selected-document.ts'

const front = reviewItem('id-front', 'Front', { document: null })
const plain = reviewItem('selfie', 'Selfie')
const old = {
  ...(plain.document as NonNullable<typeof plain.document>),
  id: 'old',
  documentType: 'selfie' as const,
}
const selfie = { ...plain, formerDocuments: [old] }

const person = { kind: 'consumer' as const, items: [front, selfie] }

it('shows the first document, until the address asks for another', () => {
  expect(selectedDocument(person, undefined).slot).toBe('selfie')
  expect(selectedDocument(person, 'id-front')).toMatchObject({ slot: 'id-front', document: null })
  expect(selectedDocument(person, 'nonsense').slot).toBe('selfie')
})

it('shows a current one by its id, as links from elsewhere ask for it', () => {
  const proof = reviewItem('proof-of-address', 'Proof', { document: { ...old, id: 'now' } })
  expect(selectedDocument({ ...person, items: [selfie, proof] }, 'now')).toMatchObject({
    slot: 'proof-of-address',
    isFormer: false,
  })
})

it('shows a former version by its id', () => {
  expect(selectedDocument(person, 'old')).toMatchObject({
    slot: 'selfie',
    title: 'Selfie, former version',
    isFormer: true,
  })
})

it('shows the one document of a company, whatever the address asked for on another tab', () => {
  const paper = reviewItem('other', 'Additional document')
  const company = {
    kind: 'business' as const,
    items: [reviewItem('registration', 'Company registration'), paper],
  }
  expect(selectedDocument(company, 'selfie')).toMatchObject({
    slot: 'other',
    title: 'Additional document',
    document: paper.document,
  })
})

it('says that a document is missing only if the case needs it', () => {
  expect(textWithoutFile(person.items, 'id-front').title).toBe('Missing')
  expect(textWithoutFile(person.items, 'id-back').title).toBe('Not needed')
})

it('distinguishes a company without a document from one whose document is a former one', () => {
  expect(hasDocuments([reviewItem('registration', 'Company registration')])).toBe(false)
  expect(hasDocuments([{ ...front, formerDocuments: [old] }])).toBe(true)
})

it('asks for a look at what has to be seen before it is accepted, and at nothing else', () => {
  const needs = (changes: Partial<typeof selfie>) =>
    needsLook([front, { ...selfie, ...changes }], { id: 'now' })
  const document = { ...old, id: 'now' }
  expect(needs({ document })).toBe(true)
  expect(needs({ document, isRead: true })).toBe(false)
  // A second person confirms what a colleague accepted.
  expect(needs({ document, decision: 'accepted' })).toBe(false)
  expect(needsLook([selfie], { id: 'old' })).toBe(false)
})
