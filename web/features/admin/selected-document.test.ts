import { expect, it } from 'vitest'
import { selectedDocument } from './selected-document.ts'
import { reviewItem } from './testing.ts'

const front = reviewItem('id-front', 'Front', { document: null })
const plain = reviewItem('selfie', 'Selfie')
const old = {
  ...(plain.document as NonNullable<typeof plain.document>),
  id: 'old',
  documentType: 'selfie' as const,
}
const selfie = { ...plain, formerDocuments: [old] }

it('shows the first document there is, until the address asks for another', () => {
  expect(selectedDocument([front, selfie], undefined).slot).toBe('selfie')
  expect(selectedDocument([front, selfie], 'id-front')).toMatchObject({ slot: 'id-front', document: null })
  expect(selectedDocument([front, selfie], 'nonsense').slot).toBe('selfie')
})

it('shows a former version by its id', () => {
  expect(selectedDocument([front, selfie], 'old')).toMatchObject({
    slot: 'selfie',
    title: 'Selfie, former version',
    isFormer: true,
  })
})
