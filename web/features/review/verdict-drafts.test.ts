import { describe, expect, it } from 'vitest'
import { reviewItem } from '#web/shared/directory/testing.ts'
import {
  draftOf,
  draftsInForce,
  evidenceOf,
  isOutdated,
  newDocuments,
  unsavedItems,
  type VerdictDraft,
  withoutSent,
} from './verdict-drafts.ts'

const ACCEPTED: VerdictDraft = { decision: 'accepted', reasons: [], applicantText: '', internalNote: '' }
const selfie = reviewItem('selfie', 'Selfie')
const name = reviewItem('name', 'Name', { evidence: 'Amara Okafor', judgedBy: ['passport'] })
const drafts = {
  selfie: { ...ACCEPTED, evidence: evidenceOf(selfie) },
  name: { ...ACCEPTED, evidence: evidenceOf(name) },
}

describe('an unsaved verdict', () => {
  it.each([
    ['another file', { ...selfie, judgedBy: ['another'] }],
    ['no file any more', { ...selfie, judgedBy: [] }],
    ['another file that proves it', { ...name, judgedBy: ['another'] }],
    ['another file that it is compared with', { ...selfie, judgedBy: [...selfie.judgedBy, 'another'] }],
    ['another answer', { ...name, evidence: 'Amara Okafor-Reid' }],
  ])('no longer counts once there is %s', (_case, item) => {
    expect(isOutdated(item, drafts)).toBe(true)
    expect(draftOf(item, drafts).decision).toBe('pending')
    expect(draftsInForce([item], drafts)).not.toHaveProperty(item.item)
  })

  it('knows whether it is outdated by another document or by other data', () => {
    expect(newDocuments({ ...name, judgedBy: ['another'] }, drafts)).toEqual(['another'])
    expect(newDocuments({ ...name, evidence: 'Amara Okafor-Reid' }, drafts)).toEqual([])
  })

  it('counts for the evidence it was made on', () => {
    expect(draftOf(selfie, drafts).decision).toBe('accepted')
    expect(unsavedItems([selfie, name], drafts)).toEqual([selfie, name])
  })

  it('is not unsaved if it is already stored', () => {
    expect(unsavedItems([{ ...selfie, decision: 'accepted' }, name], drafts)).toEqual([name])
  })

  it('stays if it was changed after it was sent', () => {
    const changed = { ...drafts, name: { ...drafts.name, internalNote: 'Look again' } }
    expect(withoutSent(changed, drafts)).toEqual({ name: changed.name })
  })
})
