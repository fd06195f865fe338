import { describe, expect, it } from 'vitest'
import { verificationStages } from './next-steps.tsx'

const states = (own: Parameters<typeof verificationStages>[0]) =>
  verificationStages(own).map((stage) => stage.state)
const kind = 'consumer'
const at = '2025-11-19T10:00:00Z'
const dueAt = '2025-11-21T10:00:00Z'

describe('what happens next', () => {
  it('starts with the submission', () => {
    expect(states(null)).toEqual(['current', 'next', 'next'])
  })
  it('is at the identity checks while reviewers have the case', () => {
    for (const state of ['submitted', 'in_review', 'awaiting_second_approval'] as const)
      expect(states({ kind, state, submittedAt: at, dueAt, decidedAt: null })).toEqual([
        'done',
        'current',
        'next',
      ])
  })
  it('is at the email while it is not confirmed', () => {
    const stages = verificationStages({
      kind,
      state: 'submitted',
      submittedAt: at,
      dueAt: null,
      decidedAt: null,
    })
    expect(stages.map(({ title, state }) => [title, state])).toEqual([
      ['Documents submitted', 'done'],
      ['Confirm your email address', 'current'],
      ['Identity checks', 'next'],
      ['Account activation', 'next'],
    ])
  })
  it('returns to the person who must correct something', () => {
    const [first] = verificationStages({
      kind,
      state: 'needs_resubmission',
      submittedAt: at,
      dueAt,
      decidedAt: at,
    })
    expect(first).toMatchObject({ title: 'Your corrections', state: 'current' })
  })
  it('is all done after an approval', () => {
    expect(states({ kind, state: 'approved', submittedAt: at, dueAt, decidedAt: at })).toEqual([
      'done',
      'done',
      'done',
    ])
  })
  it('promises no activation after a rejection', () => {
    expect(states({ kind, state: 'rejected', submittedAt: at, dueAt, decidedAt: at })).toEqual([
      'done',
      'done',
    ])
  })
  it('speaks of the company if there is one', () => {
    const [first] = verificationStages({
      kind: 'business',
      state: 'submitted',
      submittedAt: at,
      dueAt,
      decidedAt: null,
    })
    expect(first?.title).toBe('Company details submitted')
  })
})
