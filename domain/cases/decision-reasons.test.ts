import { describe, expect, it } from 'vitest'
import { isDocumentSlot } from '#contract/documents/documents.ts'
import { FIXED_ITEM_KEYS, type ItemKey } from '#contract/verification/cases.ts'
import { FINAL_REASONS, RETRY_REASONS } from '#contract/verification/reason-codes.ts'
import { applicantReason, FINAL_TEXT, reasonFitsItem, retryReasonsFor } from './decision-reasons.ts'
import { RETRY_TEXTS } from './retry-texts.ts'

const ITEMS: ItemKey[] = [...FIXED_ITEM_KEYS, 'owner:1', 'representative:2']

describe('the reasons of a decision', () => {
  it.each(RETRY_REASONS)('%s says what is wrong and how to fix it, in one sentence each', (code) => {
    const { wrong, right, label } = RETRY_TEXTS[code]
    for (const sentence of [wrong, right]) expect(sentence).toMatch(/^[A-Z][^.!?]{15,}\.$/)
    expect(wrong).not.toBe(right)
    expect(label).not.toBe('')
    expect(ITEMS.some((item) => reasonFitsItem(code, item))).toBe(true)
  })

  it.each(FINAL_REASONS)('%s is shown with the same neutral text as every other final reason', (code) => {
    expect(applicantReason(code, 'name', 'seen on a list')).toBe(FINAL_TEXT)
    for (const item of ITEMS) expect(reasonFitsItem(code, item)).toBe(true)
  })

  it('don’t hint at a final reason in the neutral text', () => {
    const text = `${FINAL_TEXT.wrong} ${FINAL_TEXT.right}`
    expect(text).not.toMatch(/forg|theft|duplicate|sanction|age\b|region|policy|list|fraud/i)
  })

  it('show the reviewer’s text for OTHER', () => {
    expect(applicantReason('OTHER', 'proof-of-address', 'The stamp is missing.')).toMatchObject({
      wrong: 'The stamp is missing.',
    })
    expect(applicantReason('IMAGE_GLARE', 'id-front', 'x')).toMatchObject({
      wrong: RETRY_TEXTS.IMAGE_GLARE.wrong,
    })
  })

  it('ask for a file if a file can be sent, and for an answer if that can be corrected', () => {
    for (const item of ITEMS)
      for (const code of retryReasonsFor(item).filter((code) => code !== 'OTHER')) {
        const { right } = applicantReason(code, item)
        if (['name', 'birth_date', 'address'].includes(item)) expect(right).not.toMatch(/upload/i)
        if (isDocumentSlot(item)) expect(right).not.toMatch(/^Correct/)
      }
  })

  it('speak of a face for a selfie, and of no document, print or PDF', () => {
    for (const code of retryReasonsFor('selfie')) {
      const { wrong, right } = applicantReason(code, 'selfie')
      expect(`${wrong} ${right}`).not.toMatch(/document|\bread\b|PDF/)
    }
    expect(applicantReason('IMAGE_TOO_SMALL', 'selfie')).toEqual({
      wrong: 'Your face is too small in the selfie.',
      right: 'Take a new one with your face closer to the camera.',
    })
  })

  it.each<[ItemKey, string[], string[]]>([
    ['id-front', ['ID_EXPIRED', 'ID_FRONT_MISSING', 'IMAGE_BLURRED'], ['ID_BACK_MISSING', 'SELFIE_NO_MATCH']],
    ['id-back', ['ID_BACK_MISSING', 'ID_SAME_SIDE_TWICE'], ['ID_FRONT_MISSING', 'ADDRESS_PROOF_TOO_OLD']],
    [
      'selfie',
      ['SELFIE_UNCLEAR', 'SELFIE_NO_MATCH', 'IMAGE_GLARE'],
      ['ID_EXPIRED', 'FILE_PASSWORD_PROTECTED'],
    ],
    ['proof-of-address', ['ADDRESS_PROOF_TOO_OLD', 'PAGE_MISSING'], ['ID_CUT_OFF', 'DATA_MISMATCH']],
    ['name', ['ID_NAME_MISMATCH', 'DATA_MISMATCH', 'OTHER'], ['IMAGE_BLURRED', 'ID_DOB_MISMATCH']],
    ['birth_date', ['ID_DOB_MISMATCH'], ['ID_NAME_MISMATCH']],
    ['address', ['ADDRESS_INCOMPLETE', 'ADDRESS_MISMATCH'], ['ADDRESS_PROOF_TOO_OLD']],
    ['owner:7', ['OWNERSHIP_UNCLEAR', 'DATA_MISMATCH'], ['AUTHORITY_UNPROVEN']],
    ['representative:7', ['AUTHORITY_UNPROVEN', 'OTHER'], ['OWNERSHIP_UNCLEAR']],
    ['registration', ['DATA_MISMATCH', 'OWNERSHIP_UNCLEAR', 'OTHER'], ['AUTHORITY_UNPROVEN']],
    ['settlement', ['DATA_MISMATCH', 'OTHER'], ['OWNERSHIP_UNCLEAR', 'AUTHORITY_UNPROVEN']],
    ['other', ['AUTHORITY_UNPROVEN', 'OWNERSHIP_UNCLEAR', 'IMAGE_BLURRED', 'OTHER'], ['DATA_MISMATCH']],
  ])('%s can be returned for %j and not for %j', (item, fitting, misfitting) => {
    expect(retryReasonsFor(item)).toEqual(expect.arrayContaining(fitting))
    for (const code of misfitting) expect(retryReasonsFor(item)).not.toContain(code)
  })
})
