import { describe, expect, it } from 'vitest'
import type { CaseState, ItemDecision, ItemKey, ReasonCode } from '#contract/verification/cases.ts'
import type { CaseItem } from '#domain/cases/case.ts'
import { businessParts } from './business-parts.ts'
import type { IdentifiedAnswers } from './owner-ids.ts'
import { canAddOwner, canAddRepresentative, lockedChanges } from './returned-business.ts'

const person = (fullName: string) => ({ fullName, nationality: 'GB', residenceCountry: 'GB' }) as const
const owner = (id: string, fullName: string, ownershipPercent = 25) => ({
  ...person(fullName),
  id,
  ownershipPercent,
})
const BEFORE: IdentifiedAnswers = {
  legalName: 'Fern Hill Limited',
  registeredAddress: '1 Fern Lane',
  registrationCountry: 'GB',
  companyNumber: '01234567',
  bankCountry: 'GB',
  beneficialOwners: [owner('o1', 'Ada'), owner('o2', 'Ben')],
  primaryRepresentative: { name: 'Cay', email: 'cay@fern.example' },
  secondaryRepresentative: { name: 'Dee', email: 'dee@fern.example' },
  userType: 'corporate',
}
const NONE: IdentifiedAnswers = {
  ...BEFORE,
  beneficialOwners: [],
  noUboReason: 'non-profit',
  seniorManager: person('Eve'),
}

/** The items after a decision that returned some and accepted the rest. */
function itemsOf(answers: IdentifiedAnswers, returned: Partial<Record<ItemKey, ReasonCode>>): CaseItem[] {
  return businessParts(answers).map(({ key }) => {
    const reason = returned[key]
    const decision: ItemDecision = reason ? 'retry' : 'accepted'
    return {
      key,
      decision,
      reasons: reason ? [reason] : [],
      text: null,
      note: null,
      evidence: 'x',
      refused: [],
      isFinal: !reason,
    }
  })
}
const problems = (
  before: IdentifiedAnswers,
  returned: Partial<Record<ItemKey, ReasonCode>>,
  after: Partial<IdentifiedAnswers>,
  state: CaseState = 'needs_resubmission',
) =>
  Object.keys(
    lockedChanges(
      { state, items: itemsOf(before, returned) },
      businessParts(before),
      businessParts({ ...before, ...after }),
    ),
  )

describe('a returned company', () => {
  const OWNER_BACK = { 'owner:o2': 'DATA_MISMATCH' } as const

  it('may only change what was returned, and the refusal names the field', () => {
    expect(problems(BEFORE, OWNER_BACK, {})).toEqual([])
    expect(
      problems(BEFORE, OWNER_BACK, { beneficialOwners: [owner('o1', 'Ada'), owner('o2', 'Benjamin', 30)] }),
    ).toEqual([])
    expect(
      problems(BEFORE, OWNER_BACK, { beneficialOwners: [owner('o1', 'Ada', 30), owner('o2', 'Ben')] }),
    ).toEqual(['beneficialOwners.0.ownershipPercent'])
    expect(problems(BEFORE, OWNER_BACK, { companyNumber: '07654321', registryName: 'Verra' })).toEqual([
      'companyNumber',
      'registryName',
    ])
    expect(
      problems(BEFORE, OWNER_BACK, { primaryRepresentative: { name: 'Cay', email: 'x@fern.example' } }),
    ).toEqual(['primaryRepresentative.email'])
  })

  it('recognises an accepted owner at another place in the form', () => {
    expect(
      problems(BEFORE, OWNER_BACK, { beneficialOwners: [owner('o2', 'Ben'), owner('o1', 'Ada')] }),
    ).toEqual([])
    expect(
      problems(BEFORE, OWNER_BACK, { beneficialOwners: [owner('o2', 'Ben'), owner('o1', 'Eve')] }),
    ).toEqual(['beneficialOwners.1.fullName'])
  })

  it('may add and remove owners if an owner or the ownership as a whole was returned', () => {
    const added = { beneficialOwners: [...BEFORE.beneficialOwners, owner('o3', 'Eve')] }
    const removed = { beneficialOwners: [owner('o1', 'Ada')] }
    expect(problems(BEFORE, OWNER_BACK, added)).toEqual([])
    expect(problems(BEFORE, OWNER_BACK, removed)).toEqual([])
    expect(problems(BEFORE, { registration: 'OWNERSHIP_UNCLEAR' }, added)).toEqual([])
    for (const elsewhere of [{ settlement: 'DATA_MISMATCH' }, { registration: 'DATA_MISMATCH' }] as const) {
      expect(problems(BEFORE, elsewhere, added)).toContain('beneficialOwners.2.fullName')
      expect(problems(BEFORE, elsewhere, removed)).toEqual(['beneficialOwners'])
    }
  })

  it('never loses an owner who was accepted', () => {
    expect(problems(BEFORE, OWNER_BACK, { beneficialOwners: [owner('o2', 'Ben')] })).toEqual([
      'beneficialOwners',
    ])
  })

  it('may name owners if the reason for having none was returned, and the senior manager is removed with it', () => {
    const named = { beneficialOwners: [owner('o1', 'Ada')], noUboReason: undefined, seniorManager: undefined }
    expect(problems(NONE, { 'owner:none': 'OWNERSHIP_UNCLEAR' }, named)).toEqual([])
    expect(problems(NONE, { registration: 'OWNERSHIP_UNCLEAR' }, named)).toEqual([])
    expect(problems(NONE, { 'owner:senior-manager': 'DATA_MISMATCH' }, named)).toEqual(['noUboReason'])
    expect(
      problems(NONE, { 'owner:senior-manager': 'DATA_MISMATCH' }, { seniorManager: person('Fay') }),
    ).toEqual([])
    expect(problems(NONE, { 'owner:none': 'OTHER' }, { seniorManager: person('Fay') })).toEqual([
      'seniorManager.fullName',
    ])
  })

  it('may add or remove a second representative only if a representative was returned', () => {
    const alone = { ...BEFORE, secondaryRepresentative: undefined }
    const second = { secondaryRepresentative: { name: 'Dee', email: 'dee@fern.example' } }
    expect(problems(alone, { 'representative:primary': 'AUTHORITY_UNPROVEN' }, second)).toEqual([])
    expect(problems(alone, OWNER_BACK, second)).toContain('secondaryRepresentative.name')
    const gone = { secondaryRepresentative: undefined }
    expect(problems(BEFORE, { 'representative:secondary': 'DATA_MISMATCH' }, gone)).toEqual([])
    expect(problems(BEFORE, { 'representative:primary': 'DATA_MISMATCH' }, gone)).toEqual([
      'secondaryRepresentative',
    ])
  })

  it('leaves all of a reopened case to its applicant', () => {
    expect(problems(BEFORE, {}, { legalName: 'Other', beneficialOwners: [] }, 'draft')).toEqual([])
  })

  it('gives the page the same rules', () => {
    expect(canAddOwner(itemsOf(BEFORE, OWNER_BACK))).toBe(true)
    expect(canAddOwner(itemsOf(BEFORE, { registration: 'DATA_MISMATCH' }))).toBe(false)
    expect(canAddRepresentative(itemsOf(BEFORE, OWNER_BACK))).toBe(false)
    expect(canAddRepresentative(itemsOf(BEFORE, { 'representative:primary': 'OTHER' }))).toBe(true)
  })
})
