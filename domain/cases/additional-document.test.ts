import { describe, expect, it } from 'vitest'
import type { CaseState, ItemKey, ReasonCode } from '#contract/verification/cases.ts'
import type { Case, CaseItem } from './case.ts'
import { newCase, transition } from './case-machine.ts'
import { isEditable } from './case-submission.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const accepted = (key: ItemKey): CaseItem => ({
  key,
  decision: 'accepted',
  reasons: [],
  text: null,
  note: null,
  evidence: `hash of ${key}`,
  refused: [],
  isFinal: true,
})
const pending = (key: ItemKey): CaseItem => ({ ...accepted(key), decision: 'pending', isFinal: false })
const returned = (key: ItemKey, reason: ReasonCode): CaseItem => ({
  ...pending(key),
  decision: 'retry',
  reasons: [reason],
})
const caseIn = (state: CaseState, items: CaseItem[], kind: Case['kind'] = 'business'): Case => ({
  ...newCase(kind, 4),
  state,
  items,
  round: 1,
})
const upload = (current: Case, evidence = 'new hash') =>
  transition(
    current,
    { type: 'replace_evidence', actor: { kind: 'user', id: 4 }, key: 'other', evidence },
    NOW,
  )
const itemAfter = (current: Case) => {
  const outcome = upload(current)
  return outcome.ok ? outcome.next.items.find(({ key }) => key === 'other') : outcome.why.code
}

describe('a company’s additional document', () => {
  it.each<[string, Case]>([
    ['in a draft', caseIn('draft', [])],
    ['while the case waits for a reviewer', caseIn('submitted', [pending('registration')])],
    ['during the review', caseIn('in_review', [pending('registration')])],
    [
      'where a representative’s authority is not proven',
      caseIn('needs_resubmission', [returned('representative:primary', 'AUTHORITY_UNPROVEN')]),
    ],
    [
      'where the ownership is unclear',
      caseIn('needs_resubmission', [returned('owner:o1', 'OWNERSHIP_UNCLEAR')]),
    ],
  ])('may be added %s, and is undecided', (_name, current) =>
    expect(itemAfter(current)).toMatchObject({ decision: 'pending', evidence: 'new hash' }),
  )

  it('is not added unless a returned item asks for one', () => {
    const current = caseIn('needs_resubmission', [returned('settlement', 'DATA_MISMATCH')])
    expect(itemAfter(current)).toBe('unknown_item')
  })

  it('of a person is not an item of their case', () => {
    expect(itemAfter(caseIn('submitted', [pending('name')], 'consumer'))).toBe('unknown_item')
  })

  it('replaces an accepted one if a returned item asks for another document, and is undecided again', () => {
    const back = returned('representative:primary', 'AUTHORITY_UNPROVEN')
    const current = caseIn('needs_resubmission', [back, accepted('other')])
    expect(isEditable(current, accepted('other'))).toBe(true)
    expect(itemAfter(current)).toMatchObject({
      decision: 'pending',
      isFinal: false,
      evidence: 'new hash',
    })
    const elsewhere = caseIn('needs_resubmission', [
      returned('settlement', 'DATA_MISMATCH'),
      accepted('other'),
    ])
    expect(itemAfter(elsewhere)).toBe('item_read_only')
  })

  it('that was returned keeps its reason until the case is resubmitted, and is refused unchanged', () => {
    const other = { ...returned('other', 'IMAGE_BLURRED'), refused: ['hash of other'] }
    const current = caseIn('needs_resubmission', [other])
    expect(itemAfter(current)).toMatchObject({ decision: 'retry', reasons: ['IMAGE_BLURRED'] })
    expect(upload(current, 'hash of other')).toMatchObject({ ok: false, why: { code: 'same_file' } })
  })
})
