import { describe, expect, it } from 'vitest'
import { ROLES } from '#contract/roles.ts'
import type { ActingStaff } from '#domain/roles/acting-user.ts'
import type { Case, CaseCommand, Transition } from './case.ts'
import { caseOwner } from './case-claims.ts'
import { newCase, transition } from './case-machine.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const AMARA = { id: 1 }
const PRIYA: ActingStaff = { kind: 'staff', id: 2, may: ROLES.reviewer.may }
const SAM: ActingStaff = { kind: 'staff', id: 3, may: ROLES.reviewer.may }
const ADMIN: ActingStaff = { kind: 'staff', id: 4, may: ROLES.admin.may }

const submitted: Case = { ...newCase('consumer', AMARA.id), state: 'submitted', version: 3, round: 1 }

function give(current: Case, command: CaseCommand, at = NOW): Transition {
  return transition(current, command, at)
}
function nextOf(current: Case, command: CaseCommand, at = NOW): Case {
  const outcome = give(current, command, at)
  if (!outcome.ok) throw new Error(`refused: ${outcome.why.code}`)
  return outcome.next
}
const whyNot = (outcome: Transition) => (outcome.ok ? undefined : outcome.why.code)

describe('a claim', () => {
  const claimed = nextOf(submitted, { type: 'claim', actor: PRIYA })

  it('names its owner until it has been idle for 30 minutes', () => {
    expect(caseOwner(claimed, later(29))).toEqual({ by: PRIYA.id, until: later(30) })
    expect(caseOwner(claimed, later(30))).toBeNull()
  })

  it('is renewed by claiming again, which does not change the case', () => {
    const again = give(claimed, { type: 'claim', actor: PRIYA }, later(20))
    expect(again).toEqual({
      ok: true,
      next: { ...claimed, claim: { by: PRIYA.id, at: later(20) } },
      events: [],
    })
  })

  it('can only be taken over by an administrator who asks for it', () => {
    expect(whyNot(give(claimed, { type: 'claim', actor: SAM, takeOver: true }))).toBe('claimed_by_other')
    expect(whyNot(give(claimed, { type: 'claim', actor: ADMIN }))).toBe('claimed_by_other')
    expect(nextOf(claimed, { type: 'claim', actor: ADMIN, takeOver: true }).claim?.by).toBe(ADMIN.id)
  })

  it('can only be released by its owner, and only once', () => {
    expect(whyNot(give(claimed, { type: 'release', actor: SAM }))).toBe('claimed_by_other')
    const free = nextOf(claimed, { type: 'release', actor: PRIYA })
    expect(free).toMatchObject({ state: 'in_review', claim: null, version: claimed.version + 1 })
    expect(give(free, { type: 'release', actor: PRIYA })).toEqual({ ok: true, next: free, events: [] })
  })
})

describe('an assignment', () => {
  const assigned = nextOf(submitted, { type: 'assign', actor: ADMIN, to: SAM.id })

  it('names the reviewer, changes nothing for the applicant, and does not lapse', () => {
    expect(assigned.state).toBe('submitted')
    expect(caseOwner(assigned, later(24 * 60))).toEqual({ by: SAM.id, until: null })
  })

  it('survives a claim by its reviewer and ends with someone else’s claim', () => {
    expect(nextOf(assigned, { type: 'claim', actor: SAM }).assignee).toBe(SAM.id)
    expect(nextOf(assigned, { type: 'claim', actor: PRIYA }).assignee).toBeNull()
    const marked = {
      type: 'mark_items',
      actor: PRIYA,
      version: assigned.version,
      verdicts: [],
      gaps: [],
    } as const
    expect(nextOf(assigned, marked)).toMatchObject({ assignee: null, claim: { by: PRIYA.id } })
  })

  it('takes a running claim from someone else', () => {
    const claimed = nextOf(submitted, { type: 'claim', actor: PRIYA })
    expect(nextOf(claimed, { type: 'assign', actor: ADMIN, to: SAM.id })).toMatchObject({
      claim: null,
      assignee: SAM.id,
    })
    expect(nextOf(claimed, { type: 'assign', actor: ADMIN, to: PRIYA.id }).claim?.by).toBe(PRIYA.id)
  })

  it('ends when the claim is released, or when it is given to no one', () => {
    expect(nextOf(assigned, { type: 'release', actor: SAM }).assignee).toBeNull()
    expect(nextOf(assigned, { type: 'assign', actor: ADMIN, to: null }).assignee).toBeNull()
  })

  it('never goes to the applicant, and reviewers can only assign work to themselves', () => {
    expect(whyNot(give(submitted, { type: 'assign', actor: ADMIN, to: AMARA.id }))).toBe(
      'reviewer_is_applicant',
    )
    expect(whyNot(give(submitted, { type: 'assign', actor: PRIYA, to: SAM.id }))).toBe('not_permitted')
    expect(nextOf(submitted, { type: 'assign', actor: PRIYA, to: PRIYA.id }).assignee).toBe(PRIYA.id)
  })
})
