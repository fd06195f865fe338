import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES } from '#contract/roles.ts'
import { CASE_STATES } from '#contract/verification/case-states.ts'
import { type CaseState, type ItemKey, MAX_ROUNDS } from '#contract/verification/cases.ts'
import type { ActingStaff, ActingUser } from '#domain/roles/acting-user.ts'
import type {
  Case,
  CaseCommand,
  CaseItem,
  CasePolicy,
  CommandType,
  RefusalReason,
  Transition,
} from './case.ts'
import { DEFAULT_CASE_POLICY, newCase, transition } from './case-machine.ts'
import { isLegalMove, MOVES } from './case-moves.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const APPLICANT = { kind: 'user', id: 1 } satisfies ActingUser
const REVIEWER: ActingStaff = { kind: 'staff', id: 2, may: ROLES.reviewer.may }
const OTHER_REVIEWER: ActingStaff = { kind: 'staff', id: 3, may: ROLES.reviewer.may }
const ADMIN: ActingStaff = { kind: 'staff', id: 4, may: ROLES.admin.may }
const SUPER: ActingStaff = { kind: 'staff', id: 5, may: ROLES.super_admin.may }
const OTHER_SUPER: ActingStaff = { kind: 'staff', id: 6, may: ROLES.super_admin.may }
const SYSTEM: ActingUser = { kind: 'system' }

const WAITS_FOR_REVIEWERS = ['submitted', 'in_review', 'awaiting_second_approval']
const KEYS: ItemKey[] = ['name', 'id-front', 'selfie']
const item = (key: ItemKey, more: Partial<CaseItem> = {}): CaseItem => ({
  key,
  decision: 'pending',
  reasons: [],
  text: null,
  note: null,
  evidence: `hash of ${key}`,
  refused: [],
  isFinal: false,
  ...more,
})
const accepted = (key: ItemKey) => item(key, { decision: 'accepted', isFinal: true })
const returned = (key: ItemKey) =>
  item(key, { decision: 'retry', reasons: ['IMAGE_BLURRED'], refused: [`hash of ${key}`] })

/** A typical case in a state. */
function caseIn(state: CaseState, more: Partial<Case> = {}): Case {
  const isFresh = state === 'draft'
  const items: Record<CaseState, CaseItem[]> = {
    draft: [],
    submitted: KEYS.map((key) => item(key)),
    in_review: KEYS.map((key) => item(key)),
    needs_resubmission: [accepted('name'), returned('id-front'), accepted('selfie')],
    awaiting_second_approval: KEYS.map((key) => item(key, { decision: 'accepted' })),
    approved: KEYS.map(accepted),
    rejected: [item('name', { decision: 'final', reasons: ['POLICY'] }), item('id-front'), item('selfie')],
    reverification_due: KEYS.map(accepted),
    withdrawn: KEYS.map((key) => item(key)),
    expired: KEYS.map(accepted),
  }
  return {
    ...newCase('consumer', APPLICANT.id),
    state,
    version: 7,
    items: items[state],
    round: isFresh ? 0 : 1,
    submittedAt: isFresh ? null : NOW,
    dueAt: isFresh ? null : later(48 * 60),
    proposal:
      state === 'awaiting_second_approval'
        ? { kind: 'approval', by: REVIEWER.id, at: NOW, note: null }
        : null,
    lastChange: { by: REVIEWER, at: NOW },
    ...more,
  }
}

const evidence = KEYS.map((key) => ({ key, evidence: `hash of ${key}` }))
const corrected = evidence.map((item) => (item.key === 'id-front' ? { ...item, evidence: 'new hash' } : item))
const acceptAll = KEYS.map((key) => ({ key, decision: 'accepted' as const }))
const retryFront = [
  ...acceptAll.filter((verdict) => verdict.key !== 'id-front'),
  { key: 'id-front' as const, decision: 'retry' as const, reasons: ['IMAGE_BLURRED' as const] },
]

/** Each command in a form that succeeds wherever the state allows it. */
const COMMANDS: { [T in CommandType]: Extract<CaseCommand, { type: T }> } = {
  submit: { type: 'submit', actor: APPLICANT, evidence, obstacles: [] },
  resubmit: { type: 'resubmit', actor: APPLICANT, evidence: corrected, obstacles: [] },
  replace_evidence: { type: 'replace_evidence', actor: APPLICANT, key: 'id-front', evidence: 'new hash' },
  correct_details: { type: 'correct_details', actor: ADMIN, key: 'name', evidence: 'new hash' },
  claim: { type: 'claim', actor: OTHER_REVIEWER },
  release: { type: 'release', actor: OTHER_REVIEWER },
  assign: { type: 'assign', actor: ADMIN, to: OTHER_REVIEWER.id },
  mark_items: { type: 'mark_items', actor: OTHER_REVIEWER, version: 7, verdicts: retryFront, gaps: [] },
  decide: { type: 'decide', actor: OTHER_REVIEWER, version: 7, verdicts: acceptAll, gaps: [], obstacles: [] },
  set_status: { type: 'set_status', actor: ADMIN, status: 'approved', obstacles: [] },
  confirm_approval: { type: 'confirm_approval', actor: OTHER_REVIEWER, version: 7, obstacles: [] },
  decline_approval: { type: 'decline_approval', actor: OTHER_REVIEWER, version: 7 },
  mark_reverification_due: { type: 'mark_reverification_due', actor: SYSTEM, confirmBy: later(1) },
  ask_to_confirm: {
    type: 'ask_to_confirm',
    actor: ADMIN,
    version: 7,
    confirmBy: later(1),
    note: 'The bank asks',
  },
  confirm_unchanged: { type: 'confirm_unchanged', actor: APPLICANT, obstacles: [] },
  withdraw: { type: 'withdraw', actor: APPLICANT },
  expire: { type: 'expire', actor: SYSTEM },
  start_again: { type: 'start_again', actor: APPLICANT, stillValid: ['selfie'] },
  reopen: { type: 'reopen', actor: REVIEWER },
}

/** The state each command leads to; states that are not listed refuse it. */
const RESULTS: Record<CommandType, Partial<Record<CaseState, CaseState>>> = {
  submit: { draft: 'submitted', reverification_due: 'submitted' },
  resubmit: { needs_resubmission: 'submitted' },
  replace_evidence: {
    draft: 'draft',
    submitted: 'submitted',
    in_review: 'in_review',
    needs_resubmission: 'needs_resubmission',
    awaiting_second_approval: 'submitted',
    reverification_due: 'reverification_due',
  },
  correct_details: {
    draft: 'draft',
    submitted: 'submitted',
    in_review: 'in_review',
    needs_resubmission: 'needs_resubmission',
    awaiting_second_approval: 'submitted',
    approved: 'approved',
    rejected: 'rejected',
    reverification_due: 'reverification_due',
    withdrawn: 'withdrawn',
    expired: 'expired',
  },
  claim: { submitted: 'in_review', in_review: 'in_review' },
  release: { submitted: 'submitted', in_review: 'in_review' },
  assign: { submitted: 'submitted', in_review: 'in_review' },
  mark_items: { submitted: 'in_review', in_review: 'in_review' },
  decide: { submitted: 'approved', in_review: 'approved' },
  set_status: {
    draft: 'approved',
    submitted: 'approved',
    in_review: 'approved',
    needs_resubmission: 'approved',
    awaiting_second_approval: 'approved',
    approved: 'approved',
    rejected: 'approved',
    reverification_due: 'approved',
    withdrawn: 'approved',
    expired: 'approved',
  },
  confirm_approval: { awaiting_second_approval: 'approved' },
  decline_approval: { awaiting_second_approval: 'in_review' },
  mark_reverification_due: { approved: 'reverification_due' },
  ask_to_confirm: { approved: 'reverification_due' },
  confirm_unchanged: { reverification_due: 'approved' },
  withdraw: {
    draft: 'withdrawn',
    submitted: 'withdrawn',
    in_review: 'withdrawn',
    needs_resubmission: 'withdrawn',
    awaiting_second_approval: 'withdrawn',
  },
  expire: { draft: 'expired', needs_resubmission: 'expired', reverification_due: 'expired' },
  start_again: { withdrawn: 'draft', expired: 'draft' },
  reopen: {
    needs_resubmission: 'needs_resubmission',
    rejected: 'draft',
    withdrawn: 'draft',
    expired: 'draft',
  },
}

const TYPES = Object.keys(COMMANDS) as CommandType[]
const PAIRS = TYPES.flatMap((type) =>
  CASE_STATES.map((state) => ({ type, state, result: RESULTS[type][state] })),
)

function next(outcome: Transition): Case {
  if (!outcome.ok) throw new Error(`refused: ${outcome.why.code}`)
  return outcome.next
}
function why(outcome: Transition): RefusalReason {
  if (outcome.ok) throw new Error(`went to ${outcome.next.state}`)
  return outcome.why
}

describe('R19 every command in every state', () => {
  it.each(PAIRS.filter((pair) => pair.result))('$type moves $state to $result', ({ type, state, result }) => {
    const current = caseIn(state)
    const outcome = transition(current, COMMANDS[type], NOW)
    expect(next(outcome).state).toBe(result)
    expect(isLegalMove(type, state)).toBe(true)
    if (!outcome.ok || outcome.next === current) return
    expect(outcome.next.version).toBe(current.version + 1)
    expect(outcome.events).toMatchObject([{ type, before: state, after: result, at: NOW, version: 8 }])
  })

  it.each(PAIRS.filter((pair) => !pair.result))(
    '$type is refused in $state, and the refusal names from and to',
    ({ type, state }) => {
      const outcome = transition(caseIn(state), COMMANDS[type], NOW)
      const code = ['confirm_approval', 'decline_approval'].includes(type)
        ? 'nothing_to_confirm'
        : 'illegal_move'
      expect(outcome).toEqual({
        ok: false,
        from: state,
        to: MOVES[type].to === 'approved' ? 'approved' : MOVES[type].to,
        why: { code },
      })
      expect(isLegalMove(type, state)).toBe(false)
    },
  )

  it.each(
    CASE_STATES.flatMap((state) => [
      { state, status: 'pending' as const, result: 'draft' },
      { state, status: 'submitted' as const, result: 'submitted' },
      { state, status: 'approved' as const, result: 'approved' },
      { state, status: 'rejected' as const, result: 'rejected' },
    ]),
  )('the status call sets $status from $state', ({ state, status, result }) => {
    const current = caseIn(state)
    const outcome = transition(current, { type: 'set_status', actor: ADMIN, status, obstacles: [] }, NOW)
    expect(next(outcome).state).toBe(result)
    if (state === result) expect(outcome).toEqual({ ok: true, next: current, events: [] })
    else
      expect(outcome.ok && outcome.events).toMatchObject([
        { type: 'set_status', before: state, after: result },
      ])
  })

  it.each(TYPES)('%s is refused to every other kind of user', (type) => {
    for (const actor of [APPLICANT, ADMIN, SYSTEM]) {
      if (actor.kind === MOVES[type].by) continue
      for (const state of CASE_STATES) {
        expect(why(transition(caseIn(state), { ...COMMANDS[type], actor }, NOW)).code).toBe('not_permitted')
      }
    }
  })

  it.each(TYPES.filter((type) => MOVES[type].by === 'staff'))(
    'R23 %s is refused on one’s own case',
    (type) => {
      const current = caseIn('in_review', { applicantId: SUPER.id })
      expect(why(transition(current, { ...COMMANDS[type], actor: SUPER }, NOW))).toEqual({ code: 'own_case' })
    },
  )

  it.each(TYPES.filter((type) => MOVES[type].by === 'user'))(
    'R14 %s is refused on someone else’s case',
    (type) => {
      const actor: ActingUser = { kind: 'user', id: 7 }
      for (const state of CASE_STATES) {
        expect(why(transition(caseIn(state), { ...COMMANDS[type], actor }, NOW)).code).toBe('not_permitted')
      }
    },
  )
})

describe('two reviewers at once', () => {
  it.each(['mark_items', 'decide', 'confirm_approval', 'decline_approval', 'ask_to_confirm'] as const)(
    'a stale %s names who decided and when',
    (type) => {
      const current = caseIn('approved', { version: 8, lastChange: { by: REVIEWER, at: NOW } })
      expect(why(transition(current, COMMANDS[type], later(1)))).toEqual({
        code: 'stale_version',
        version: 8,
        decidedBy: REVIEWER.id,
        decidedAt: NOW,
      })
    },
  )

  it('the status call is only held to a version if it names one', () => {
    const current = caseIn('submitted')
    const command = { type: 'set_status', actor: ADMIN, status: 'rejected', obstacles: [] } as const
    expect(next(transition(current, command, NOW)).state).toBe('rejected')
    expect(why(transition(current, { ...command, version: 6 }, NOW)).code).toBe('stale_version')
    expect(next(transition(current, { ...command, version: 7 }, NOW)).state).toBe('rejected')
  })

  it('a document that arrives during the approval makes the approval stale', () => {
    const current = caseIn('in_review')
    const changed = next(transition(current, COMMANDS.replace_evidence, NOW))
    expect(why(transition(changed, COMMANDS.decide, NOW))).toMatchObject({
      code: 'stale_version',
      decidedBy: APPLICANT.id,
    })
  })

  it('a claim blocks others until it has been idle for 30 minutes', () => {
    const claimed = next(transition(caseIn('submitted'), { type: 'claim', actor: REVIEWER }, NOW))
    expect(claimed.claim).toEqual({ by: REVIEWER.id, at: NOW })
    const takeOver = { type: 'claim', actor: OTHER_REVIEWER } as const
    expect(why(transition(claimed, takeOver, later(29)))).toEqual({
      code: 'claimed_by_other',
      by: REVIEWER.id,
      until: later(30),
    })
    expect(why(transition(claimed, { ...COMMANDS.decide, version: 8 }, later(29))).code).toBe(
      'claimed_by_other',
    )
    expect(next(transition(claimed, takeOver, later(30))).claim).toEqual({
      by: OTHER_REVIEWER.id,
      at: later(30),
    })
    const kept = next(transition(claimed, { ...COMMANDS.mark_items, actor: REVIEWER, version: 8 }, later(20)))
    expect(why(transition(kept, takeOver, later(40))).code).toBe('claimed_by_other')
  })

  it('a claim ends with the review', () => {
    const claimed = next(transition(caseIn('submitted'), { type: 'claim', actor: OTHER_REVIEWER }, NOW))
    expect(next(transition(claimed, { ...COMMANDS.decide, version: 8 }, NOW)).claim).toBeNull()
  })
})

describe('a decision', () => {
  const decide = (verdicts: Extract<CaseCommand, { type: 'decide' }>['verdicts'], obstacles: string[] = []) =>
    transition(caseIn('in_review'), { ...COMMANDS.decide, verdicts, obstacles }, NOW)

  it('approves if every item is accepted, and makes them final', () => {
    expect(next(decide(acceptAll)).items.every((item) => item.isFinal)).toBe(true)
  })

  it('is refused while an item is undecided, and names it', () => {
    expect(why(decide(acceptAll.slice(1)))).toEqual({ code: 'items_undecided', items: ['name'] })
    expect(why(decide(retryFront.slice(1)))).toEqual({ code: 'items_undecided', items: ['name'] })
  })

  it('does not approve while evidence is missing, and names it', () => {
    expect(why(decide(acceptAll, ['id-back']))).toEqual({ code: 'evidence_missing', missing: ['id-back'] })
  })

  it('returns the case for any retry, whatever evidence is missing', () => {
    const after = next(decide(retryFront, ['id-back']))
    expect(after.state).toBe('needs_resubmission')
    expect(after.items.map((item) => [item.key, item.isFinal, item.refused])).toEqual([
      ['name', true, []],
      ['id-front', false, ['hash of id-front']],
      ['selfie', true, []],
    ])
  })

  it('rejects for any final reason, even with items undecided', () => {
    const outcome = decide([{ key: 'id-front', decision: 'final', reasons: ['FORGERY'] }])
    expect(next(outcome).state).toBe('rejected')
    expect(outcome.ok && outcome.events[0]?.reasons).toEqual(['FORGERY'])
  })

  it.each<[string, Parameters<typeof decide>[0][number], RefusalReason]>([
    [
      'an item the case does not have',
      { key: 'id-back', decision: 'accepted' },
      { code: 'unknown_item', item: 'id-back' },
    ],
    [
      'a retry without a reason',
      { key: 'selfie', decision: 'retry', reasons: [] },
      { code: 'reason_missing', item: 'selfie' },
    ],
    [
      'a final without a reason',
      { key: 'selfie', decision: 'final', reasons: [] },
      { code: 'reason_missing', item: 'selfie' },
    ],
    [
      'a reason that does not fit',
      { key: 'selfie', decision: 'retry', reasons: ['ID_EXPIRED'] },
      { code: 'reason_misfit', item: 'selfie', reason: 'ID_EXPIRED' },
    ],
    [
      'OTHER without a text',
      { key: 'selfie', decision: 'retry', reasons: ['OTHER'], text: '  ' },
      { code: 'text_required', item: 'selfie' },
    ],
  ])('refuses %s', (_, verdict, reason) => expect(why(decide([verdict]))).toEqual(reason))

  it('does not accept an item for which nothing was submitted', () => {
    const current = caseIn('submitted', { items: [item('id-front', { evidence: null })] })
    const command = {
      ...COMMANDS.decide,
      verdicts: [{ key: 'id-front' as const, decision: 'accepted' as const }],
    }
    expect(why(transition(current, command, NOW))).toEqual({
      code: 'evidence_missing',
      missing: ['id-front'],
    })
  })

  it('can be prepared item by item and sent later', () => {
    const marked = next(transition(caseIn('submitted'), COMMANDS.mark_items, NOW))
    expect(marked.state).toBe('in_review')
    expect(marked.items.find((item) => item.key === 'id-front')?.decision).toBe('retry')
    const sent = next(transition(marked, { ...COMMANDS.decide, version: 8, verdicts: [] }, NOW))
    expect(sent.state).toBe('needs_resubmission')
  })
})

describe('a document that proves data', () => {
  const marked = (changes: Partial<CaseItem> = {}) => [
    item('name', { decision: 'accepted', acceptedBy: REVIEWER.id, ...changes }),
    item('address', { decision: 'accepted', acceptedBy: REVIEWER.id }),
    item('selfie', { decision: 'accepted', acceptedBy: REVIEWER.id }),
    item('id-front', { decision: 'accepted', acceptedBy: REVIEWER.id }),
    item('id-back', { decision: 'accepted', acceptedBy: REVIEWER.id }),
  ]
  const replaced = (current: Case, more: object = {}) =>
    next(transition(current, { ...COMMANDS.replace_evidence, ...more }, NOW)).items

  it.each(['submitted', 'in_review', 'awaiting_second_approval'] as const)(
    'opens that data, the face and the back again once it is replaced in a case that is %s, and nothing else',
    (state) => {
      const items = replaced(caseIn(state, { items: marked() }))
      expect(items.map(({ decision, acceptedBy }) => [decision, acceptedBy])).toEqual([
        ['pending', null],
        ['accepted', REVIEWER.id],
        ['pending', null],
        ['pending', null],
        ['pending', null],
      ])
    },
  )

  it('keeps the front as it is when the back is replaced', () => {
    const items = replaced(caseIn('in_review', { items: marked() }), { key: 'id-back' })
    const open = items.filter(({ decision }) => decision === 'pending')
    expect(open.map(({ key }) => key)).toEqual(['id-back'])
  })

  it('leaves the verdict on the data if only its dates were changed', () => {
    const [name] = replaced(caseIn('in_review', { items: marked() }), { evidence: 'hash of id-front' })
    expect(name?.decision).toBe('accepted')
  })

  it('opens accepted data of a returned case for reviewers, who told its applicant that it is checked', () => {
    const checked = { by: REVIEWER.id, at: NOW.toISOString() }
    const returned = item('id-front', { decision: 'retry', reasons: ['IMAGE_BLURRED'] })
    const final = { isFinal: true, checked, decision: 'accepted', acceptedBy: REVIEWER.id } as const
    const back = caseIn('needs_resubmission', { items: [item('name', final), returned] })
    const [name] = replaced(back)
    expect(name).toMatchObject({ decision: 'pending', acceptedBy: null, isFinal: true, checked })
    const both = [item('name', { decision: 'retry', reasons: ['DATA_MISMATCH'] }), returned]
    expect(replaced(caseIn('needs_resubmission', { items: both }))[0]?.decision).toBe('retry')
  })
})

describe('resubmitting', () => {
  const back = caseIn('needs_resubmission')
  const resubmit = (handed: typeof evidence, current = back) =>
    transition(current, { ...COMMANDS.resubmit, evidence: handed }, later(60))

  it('counts a round, restarts the promise and reopens only what was returned', () => {
    const after = next(resubmit(corrected))
    expect(after).toMatchObject({
      state: 'submitted',
      round: 2,
      submittedAt: later(60),
      dueAt: later(60 + 48 * 60),
    })
    expect(after.items.map((item) => item.decision)).toEqual(['accepted', 'pending', 'accepted'])
    expect(after.items[1]).toMatchObject({ evidence: 'new hash', reasons: [], refused: ['hash of id-front'] })
  })

  it('refuses the returned file, by its hash', () => {
    expect(why(resubmit(evidence))).toEqual({ code: 'items_not_corrected', items: ['id-front'] })
    const same = { ...COMMANDS.replace_evidence, evidence: 'hash of id-front' }
    expect(why(transition(back, same, NOW))).toEqual({ code: 'same_file', item: 'id-front' })
  })

  it('refuses to change what was accepted', () => {
    const changed = corrected.map((item) => (item.key === 'selfie' ? { ...item, evidence: 'other' } : item))
    expect(why(resubmit(changed))).toEqual({ code: 'item_read_only', item: 'selfie' })
    const replace = { ...COMMANDS.replace_evidence, key: 'selfie' as const }
    expect(why(transition(back, replace, NOW))).toEqual({ code: 'item_read_only', item: 'selfie' })
  })

  it('keeps the reason for an item until the case is resubmitted', () => {
    const replaced = next(transition(back, COMMANDS.replace_evidence, NOW))
    expect(replaced.items[1]).toMatchObject({
      evidence: 'new hash',
      decision: 'retry',
      reasons: ['IMAGE_BLURRED'],
    })
    expect(next(resubmit(corrected, replaced)).items[1]).toMatchObject({ decision: 'pending', reasons: [] })
  })

  it('accepts returned data unchanged: the person may be right', () => {
    const data = caseIn('needs_resubmission', {
      items: [
        item('name', { decision: 'retry', reasons: ['DATA_MISMATCH'] }),
        accepted('id-front'),
        accepted('selfie'),
      ],
    })
    expect(next(resubmit(evidence, data)).state).toBe('submitted')
  })

  it('is refused after five rounds, until a person reopens the case', () => {
    let current = caseIn('draft')
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const handed = evidence.map((item) =>
        item.key === 'id-front' ? { ...item, evidence: `file ${round}` } : item,
      )
      const type = round === 1 ? 'submit' : 'resubmit'
      current = next(transition(current, { type, actor: APPLICANT, evidence: handed, obstacles: [] }, NOW))
      current = next(
        transition(current, { ...COMMANDS.decide, version: current.version, verdicts: retryFront }, NOW),
      )
    }
    const sixth = evidence.map((item) => (item.key === 'id-front' ? { ...item, evidence: 'file 6' } : item))
    expect(current.items[1]?.refused).toEqual(['file 1', 'file 2', 'file 3', 'file 4', 'file 5'])
    expect(why(resubmit(sixth, current))).toEqual({ code: 'rounds_exhausted', rounds: 5 })
    const open = next(transition(current, COMMANDS.reopen, NOW))
    expect(next(resubmit(sixth, open)).round).toBe(6)
  })

  it('does not restart the count of rounds after a withdrawal', () => {
    const spent = caseIn('needs_resubmission', { round: 5 })
    const withdrawn = next(transition(spent, COMMANDS.withdraw, NOW))
    const again = next(transition(withdrawn, COMMANDS.start_again, NOW))
    expect(why(transition(again, { ...COMMANDS.submit, evidence: corrected }, NOW)).code).toBe(
      'rounds_exhausted',
    )
  })

  it('keeps after a withdrawal what is still valid', () => {
    const again = next(transition(caseIn('expired'), COMMANDS.start_again, NOW))
    expect(again.items.map((item) => item.evidence)).toEqual([null, null, 'hash of selfie'])
    expect(again.items.every((item) => item.decision === 'pending' && !item.isFinal)).toBe(true)
  })

  it('is refused while something required is missing', () => {
    const command = { ...COMMANDS.submit, obstacles: ['risk-disclosure'] }
    expect(why(transition(caseIn('draft'), command, NOW))).toEqual({
      code: 'evidence_missing',
      missing: ['risk-disclosure'],
    })
  })
})

describe('two approvals', () => {
  const both: CasePolicy = { fourEyes: { approvals: true, overrides: true } }
  const proposed = next(transition(caseIn('in_review'), COMMANDS.decide, NOW, both))
  const confirm = (actor: ActingUser, obstacles: string[] = []) =>
    ({ type: 'confirm_approval', actor, version: 8, obstacles }) as const

  it('wait for a second person, who is not the proposer', () => {
    expect(proposed).toMatchObject({
      state: 'awaiting_second_approval',
      proposal: { kind: 'approval', by: OTHER_REVIEWER.id },
    })
    expect(why(transition(proposed, confirm(OTHER_REVIEWER), NOW, both))).toEqual({ code: 'same_person' })
    expect(next(transition(proposed, confirm(REVIEWER), NOW, both))).toMatchObject({
      state: 'approved',
      proposal: null,
    })
  })

  it('check the evidence again', () => {
    expect(why(transition(proposed, confirm(REVIEWER, ['id-front:expired']), NOW, both)).code).toBe(
      'evidence_missing',
    )
  })

  it('can’t be bypassed by the status call', () => {
    const status = (actor: ActingUser) =>
      ({ type: 'set_status', actor, status: 'approved', obstacles: [] }) as const
    const byAdmin = next(transition(caseIn('submitted'), status(ADMIN), NOW, both))
    expect(byAdmin.state).toBe('awaiting_second_approval')
    expect(why(transition(byAdmin, status(ADMIN), NOW, both)).code).toBe('same_person')
    expect(next(transition(byAdmin, status(SUPER), NOW, both)).state).toBe('approved')
  })

  it('restart the promised time if no review was due', () => {
    const status = { type: 'set_status', actor: ADMIN, status: 'approved', obstacles: [] } as const
    const old = { dueAt: later(-1000) }
    expect(next(transition(caseIn('rejected', old), status, NOW, both)).dueAt).toEqual(later(48 * 60))
    expect(next(transition(caseIn('in_review', old), status, NOW, both)).dueAt).toEqual(later(-1000))
  })

  it('are voided by new evidence', () => {
    const outcome = transition(proposed, COMMANDS.replace_evidence, NOW, both)
    expect(next(outcome)).toMatchObject({ state: 'submitted', proposal: null })
    expect(outcome.ok && outcome.events[0]?.isProposalVoided).toBe(true)
    const confirmed = transition(next(outcome), { ...confirm(REVIEWER), version: 9 }, NOW, both)
    expect(why(confirmed)).toEqual({ code: 'nothing_to_confirm' })
  })

  it('can be declined by the second person', () => {
    const declined = next(
      transition(proposed, { type: 'decline_approval', actor: REVIEWER, version: 8 }, NOW, both),
    )
    expect(declined).toMatchObject({ state: 'in_review', proposal: null, claim: { by: REVIEWER.id } })
  })
})

describe('an approval with evidence missing', () => {
  const command = {
    type: 'set_status',
    actor: SUPER,
    status: 'approved',
    obstacles: ['id-back'],
    override: true,
    note: 'Seen in person',
  } as const
  const alone: CasePolicy = { fourEyes: { approvals: false, overrides: false } }
  const current = caseIn('submitted')

  it.each<
    [
      string,
      Partial<typeof command> | { override: boolean } | { actor: ActingUser } | { note: string },
      RefusalReason,
    ]
  >([
    ['is not given by accident', { override: false }, { code: 'evidence_missing', missing: ['id-back'] }],
    ['is not for admins', { actor: ADMIN }, { code: 'super_admin_required' }],
    ['needs a note', { note: ' ' }, { code: 'note_required' }],
  ])('%s', (_, changes, reason) =>
    expect(why(transition(current, { ...command, ...changes }, NOW))).toEqual(reason),
  )

  it('needs a second person unless configured otherwise', () => {
    const proposed = next(transition(current, command, NOW))
    expect(proposed).toMatchObject({
      state: 'awaiting_second_approval',
      proposal: { kind: 'override', note: 'Seen in person' },
    })
    const confirm = { ...COMMANDS.confirm_approval, version: 8, obstacles: ['id-back'] }
    expect(why(transition(proposed, { ...confirm, actor: REVIEWER }, NOW)).code).toBe('not_permitted')
    expect(why(transition(proposed, { ...confirm, actor: SUPER }, NOW)).code).toBe('same_person')
    expect(next(transition(proposed, { ...confirm, actor: ADMIN }, NOW)).state).toBe('approved')
    expect(next(transition(proposed, { ...command, actor: OTHER_SUPER }, NOW)).state).toBe('approved')
    expect(next(transition(current, command, NOW, alone)).state).toBe('approved')
  })

  it('T5 counts no ordinary proposal as its first approval, in either call', () => {
    const both: CasePolicy = { fourEyes: { approvals: true, overrides: true } }
    const ordinary = next(transition(current, { ...command, actor: ADMIN, obstacles: [] }, NOW, both))
    expect(ordinary).toMatchObject({ proposal: { kind: 'approval', by: ADMIN.id } })
    const confirm = { ...COMMANDS.confirm_approval, version: 8, obstacles: ['id-back'], actor: SUPER }
    expect(why(transition(ordinary, confirm, NOW, both))).toEqual({
      code: 'evidence_missing',
      missing: ['id-back'],
    })
    const overridden = next(transition(ordinary, command, NOW, both))
    expect(overridden).toMatchObject({
      state: 'awaiting_second_approval',
      proposal: { kind: 'override', by: SUPER.id, note: 'Seen in person' },
    })
    expect(why(transition(overridden, command, NOW, both)).code).toBe('same_person')
    expect(why(transition(overridden, { ...confirm, version: 9 }, NOW, both)).code).toBe('same_person')
    expect(next(transition(overridden, { ...command, actor: OTHER_SUPER }, NOW, both)).state).toBe('approved')
    expect(next(transition(overridden, { ...confirm, version: 9, actor: ADMIN }, NOW, both)).state).toBe(
      'approved',
    )
  })

  it('T5 replaces a super admin’s own ordinary proposal', () => {
    const both: CasePolicy = { fourEyes: { approvals: true, overrides: true } }
    const ordinary = next(transition(current, { ...command, obstacles: [] }, NOW, both))
    expect(next(transition(ordinary, command, NOW, both))).toMatchObject({
      state: 'awaiting_second_approval',
      proposal: { kind: 'override', by: SUPER.id },
    })
  })

  it('is impossible if a law requires what is missing, for either person', () => {
    const firm = { obstacles: ['id-back', 'listed'], firmObstacles: ['listed'] }
    expect(why(transition(current, { ...command, ...firm }, NOW))).toEqual({
      code: 'evidence_missing',
      missing: ['id-back', 'listed'],
    })
    const proposed = next(transition(current, command, NOW))
    const confirm = { ...COMMANDS.confirm_approval, ...firm, version: 8, actor: ADMIN }
    expect(why(transition(proposed, confirm, NOW))).toEqual({ code: 'evidence_missing', missing: ['listed'] })
    expect(why(transition(proposed, { ...command, ...firm, actor: OTHER_SUPER }, NOW)).code).toBe(
      'evidence_missing',
    )
  })
})

describe('the status call', () => {
  const status = (
    more: Partial<Extract<CaseCommand, { type: 'set_status' }>>,
    current = caseIn('in_review'),
  ) =>
    transition(current, { type: 'set_status', actor: ADMIN, status: 'rejected', obstacles: [], ...more }, NOW)

  it('is for admins', () => {
    expect(why(status({ actor: REVIEWER })).code).toBe('not_permitted')
  })

  it('rejects with the general reason if none is given', () => {
    const outcome = status({ note: 'Phone call' })
    expect(outcome.ok && outcome.events).toMatchObject([
      { after: 'rejected', reasons: ['POLICY'], note: 'Phone call' },
    ])
  })

  it('returns the case when every reason can be corrected, with the reason at its item', () => {
    const after = next(
      status({ reasons: [{ code: 'ID_EXPIRED' }, { code: 'OTHER', item: 'selfie', text: 'Upside down.' }] }),
    )
    expect(after.state).toBe('needs_resubmission')
    expect(after.items.map((item) => [item.decision, item.reasons, item.text])).toEqual([
      ['pending', [], null],
      ['retry', ['ID_EXPIRED'], null],
      ['retry', ['OTHER'], 'Upside down.'],
    ])
  })

  it('rejects when one of the reasons is final', () => {
    expect(next(status({ reasons: [{ code: 'ID_EXPIRED' }, { code: 'SANCTIONS' }] })).state).toBe('rejected')
  })

  it.each<[Parameters<typeof status>[0]['reasons'], RefusalReason]>([
    [[{ code: 'AUTHORITY_UNPROVEN' }], { code: 'reason_misfit', item: null, reason: 'AUTHORITY_UNPROVEN' }],
    [[{ code: 'ID_EXPIRED', item: 'id-back' }], { code: 'unknown_item', item: 'id-back' }],
    [[{ code: 'OTHER' }], { code: 'text_required', item: 'name' }],
  ])('refuses reasons it cannot place: %j', (reasons, reason) =>
    expect(why(status({ reasons }))).toEqual(reason),
  )

  it('reopens everything in an approved case', () => {
    const after = next(status({ status: 'pending' }, caseIn('approved', { round: 5 })))
    expect(after).toMatchObject({ state: 'draft', submittedAt: null, dueAt: null, roundLimit: 10 })
    expect(after.items.every((item) => item.decision === 'pending' && item.evidence !== null)).toBe(true)
  })

  it('restarts the promise only if no one was reviewing', () => {
    const running = caseIn('in_review', { submittedAt: later(-60), dueAt: later(47 * 60) })
    expect(next(status({ status: 'submitted' }, running)).dueAt).toEqual(later(47 * 60))
    expect(next(status({ status: 'submitted' }, caseIn('rejected', { dueAt: later(-60) }))).dueAt).toEqual(
      later(48 * 60),
    )
    expect(next(status({ status: 'submitted' }, caseIn('draft')))).toMatchObject({
      round: 1,
      submittedAt: NOW,
    })
  })
})

describe('confirming that nothing changed', () => {
  const due = caseIn('reverification_due', { round: 5, roundLimit: 10 })

  it('is refused once a document has expired or something was replaced', () => {
    const expired = { ...COMMANDS.confirm_unchanged, obstacles: ['id-front:expired'] }
    expect(why(transition(due, expired, NOW)).code).toBe('evidence_missing')
    const replaced = next(transition(due, COMMANDS.replace_evidence, NOW))
    expect(why(transition(replaced, COMMANDS.confirm_unchanged, NOW))).toEqual({
      code: 'items_undecided',
      items: ['id-front'],
    })
    const submitted = next(transition(replaced, { ...COMMANDS.submit, evidence: corrected }, NOW))
    // The name, which the former document proved, and the face, which was compared with it, are decided again.
    expect(submitted.items.map((item) => item.decision)).toEqual(['pending', 'pending', 'pending'])
  })

  it('allows the full number of rounds again after each approval', () => {
    const approved = next(transition(caseIn('in_review', { round: 5, roundLimit: 5 }), COMMANDS.decide, NOW))
    expect(approved.roundLimit).toBe(10)
  })
})

describe('any history of commands', () => {
  const anyVersion = fc.boolean()
  const anyCommand = fc.constantFrom(...TYPES).chain((type) =>
    fc.record({
      type: fc.constant(type),
      isStale: anyVersion,
      status: fc.constantFrom('pending', 'submitted', 'approved', 'rejected'),
    }),
  )

  it('keeps the case consistent: versions increase, proposals and claims match their states, no one is approved with undecided items', () => {
    fc.assert(
      fc.property(
        fc.array(anyCommand, { maxLength: 25 }),
        fc.boolean(),
        fc.boolean(),
        (history, approvals, overrides) => {
          let current = newCase('consumer', APPLICANT.id)
          for (const { type, isStale, status } of history) {
            const version = isStale ? current.version - 1 : current.version
            const base = COMMANDS[type]
            const command = 'version' in base ? { ...base, version } : base
            const given = command.type === 'set_status' ? { ...command, status } : command
            const outcome = transition(current, given as CaseCommand, NOW, {
              fourEyes: { approvals, overrides },
            })
            if (!outcome.ok) {
              expect(outcome.from).toBe(current.state)
              continue
            }
            expect(outcome.next.version).toBe(current.version + outcome.events.length)
            current = outcome.next
            expect(current.proposal !== null).toBe(current.state === 'awaiting_second_approval')
            if (current.state !== 'in_review') expect(current.claim).toBeNull()
            if (!WAITS_FOR_REVIEWERS.includes(current.state)) expect(current.assignee).toBeNull()
            if (current.state === 'approved') expect(current.items.every((item) => item.isFinal)).toBe(true)
            expect(new Set(current.items.map((item) => item.key)).size).toBe(current.items.length)
            expect(current.round).toBeLessThanOrEqual(current.roundLimit)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('never changes the case it was given', () => {
    for (const { type, state } of PAIRS) {
      const current = caseIn(state)
      const before = structuredClone(current)
      transition(current, COMMANDS[type], NOW, DEFAULT_CASE_POLICY)
      expect(current).toEqual(before)
    }
  })
})
