import { describe, expect, it } from 'vitest'
import { ROLES } from '#contract/roles.ts'
import type { ActingUser } from '#domain/roles/acting-user.ts'
import type { RefusalReason } from './case.ts'
import { type Refusal, refusalError } from './case-refusals.ts'

const STAFF: ActingUser = { kind: 'staff', id: 2, may: ROLES.reviewer.may }
const USER: ActingUser = { kind: 'user', id: 1 }
const refusal = (why: RefusalReason, from: Refusal['from'] = 'in_review'): Refusal => ({
  ok: false,
  from,
  to: 'approved',
  why,
})

describe('a refused command', () => {
  it.each<[RefusalReason, string]>([
    [{ code: 'not_permitted' }, 'FORBIDDEN'],
    [{ code: 'own_case' }, 'FORBIDDEN'],
    [{ code: 'super_admin_required' }, 'FORBIDDEN'],
    [{ code: 'same_person' }, 'FORBIDDEN'],
    [{ code: 'stale_version', version: 2, decidedBy: 3, decidedAt: null }, 'STALE_VERSION'],
    [{ code: 'unknown_item', item: 'selfie' }, 'VALIDATION_ERROR'],
    [{ code: 'reason_missing', item: 'selfie' }, 'VALIDATION_ERROR'],
    [{ code: 'reason_misfit', item: null, reason: 'OTHER' }, 'VALIDATION_ERROR'],
    [{ code: 'text_required', item: null }, 'VALIDATION_ERROR'],
    [{ code: 'note_required' }, 'VALIDATION_ERROR'],
    [{ code: 'illegal_move' }, 'INVALID_STATE'],
    [{ code: 'claimed_by_other', by: 3, until: new Date(0) }, 'INVALID_STATE'],
    [{ code: 'items_undecided', items: ['selfie'] }, 'INVALID_STATE'],
    [{ code: 'evidence_missing', missing: ['id-back'] }, 'INVALID_STATE'],
    [{ code: 'nothing_to_confirm' }, 'INVALID_STATE'],
    [{ code: 'item_read_only', item: 'selfie' }, 'INVALID_STATE'],
    [{ code: 'same_file', item: 'selfie' }, 'INVALID_STATE'],
    [{ code: 'items_not_corrected', items: ['selfie'] }, 'INVALID_STATE'],
    [{ code: 'rounds_exhausted', rounds: 5 }, 'INVALID_STATE'],
  ])('%o answers %s with a sentence', (why, code) => {
    const error = refusalError(refusal(why), STAFF)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(/^[A-Z].+\.$/)
    expect(error.message).not.toContain('_')
  })

  it('R20 A06 of the owner of a verified case says that the profile is locked', () => {
    const error = refusalError(refusal({ code: 'illegal_move' }, 'approved'), USER)
    expect(error).toEqual({
      code: 'PROFILE_LOCKED',
      message: 'Your profile is verified and cannot be edited. Contact support for changes.',
    })
    expect(refusalError(refusal({ code: 'illegal_move' }, 'rejected'), USER).code).toBe('INVALID_STATE')
    expect(refusalError(refusal({ code: 'illegal_move' }, 'approved'), STAFF).code).toBe('INVALID_STATE')
  })

  it.each<[Refusal['from'], string]>([
    ['rejected', 'We couldn’t approve your application, so it can’t be changed any more.'],
    ['withdrawn', 'You withdrew this application. Start again to change it.'],
    ['expired', 'This application has expired. Start again to change it.'],
    ['submitted', 'This isn’t possible now. Reload the page.'],
  ])('of the owner of a case that is %s is not about states', (from, message) => {
    expect(refusalError(refusal({ code: 'illegal_move' }, from), USER).message).toBe(message)
  })
})
