import { describe, expect, it } from 'vitest'
import { stagesOf } from './stages.ts'

const states = (own: Parameters<typeof stagesOf>[0]) => stagesOf(own).map((stage) => stage.state)
const kind = 'consumer'
const at = '2025-11-19T10:00:00Z'

describe('what happens next', () => {
  it('starts with the submission', () => {
    expect(states(null)).toEqual(['current', 'next', 'next'])
  })
  it('stands at the identity checks while reviewers have the case', () => {
    for (const state of ['submitted', 'in_review', 'awaiting_second_approval'] as const)
      expect(states({ kind, state, submittedAt: at, decidedAt: null })).toEqual(['done', 'current', 'next'])
  })
  it('comes back to the person who must correct something', () => {
    const [first] = stagesOf({ kind, state: 'needs_resubmission', submittedAt: at, decidedAt: at })
    expect(first).toMatchObject({ title: 'Your corrections', state: 'current' })
  })
  it('is all done after an approval', () => {
    expect(states({ kind, state: 'approved', submittedAt: at, decidedAt: at })).toEqual([
      'done',
      'done',
      'done',
    ])
  })
  it('promises no activation after a final rejection', () => {
    expect(states({ kind, state: 'rejected', submittedAt: at, decidedAt: at })).toEqual(['done', 'done'])
  })
  it('speaks of the company where it is one', () => {
    const [first] = stagesOf({ kind: 'business', state: 'submitted', submittedAt: at, decidedAt: null })
    expect(first?.title).toBe('Company details submitted')
  })
})
